package io.github.hibernateidgen.benchmarks.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws pictures with a white background, so that they can be read on light and on dark pages. */
final class Pictures {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 480;

    /** Colours that colour-blind readers can distinguish. Source: Okabe and Ito, "Color Universal Design". */
    private static final List<Color> COLORS = List.of(
            new Color(0x0072B2),
            new Color(0xE69F00),
            new Color(0x009E73),
            new Color(0xCC79A7),
            new Color(0xD55E00),
            new Color(0x56B4E9));

    private final Path folder;

    Pictures(Path folder) {
        this.folder = folder;
    }

    /**
     * Draws bars, with lines across.
     *
     * @param bars the numbers of each series, by label
     * @param lines a number for each line, which applies to all labels
     */
    void bars(
            String file,
            String title,
            String unit,
            List<String> labels,
            Map<String, List<Double>> bars,
            Map<String, Double> lines)
            throws IOException {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(unit)
                .build();
        chart.getStyler()
                .setXAxisLabelRotation(30)
                .setLegendPosition(LegendPosition.OutsideE)
                .setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setAvailableSpaceFill(.8);
        int color = 0;
        for (var series : bars.entrySet()) {
            chart.addSeries(series.getKey(), labels, series.getValue()).setFillColor(COLORS.get(color++));
        }
        color = 0;
        for (var line : lines.entrySet()) {
            var series = chart.addSeries(
                    line.getKey(),
                    labels,
                    labels.stream().map(label -> line.getValue()).toList());
            series.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Line);
            series.setMarker(SeriesMarkers.NONE);
            series.setLineColor(COLORS.get(color++).darker());
        }
        save(chart, file);
    }

    private void save(org.knowm.xchart.internal.chartpart.Chart<?, ?> chart, String file) throws IOException {
        Files.createDirectories(folder);
        BitmapEncoder.saveBitmap(chart, folder.resolve(file).toString(), BitmapFormat.PNG);
    }
}
