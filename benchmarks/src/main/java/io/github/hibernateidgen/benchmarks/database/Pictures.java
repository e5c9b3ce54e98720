package io.github.hibernateidgen.benchmarks.database;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Results as the pictures of benchmarks/database.md: on a white ground, so that they can be read on dark pages too. */
final class Pictures {

    private static final int WIDTH = 620;
    private static final int HEIGHT = 560;

    /** Colours by Okabe and Ito, which can be distinguished without red and green. */
    private static final Map<String, Color> COLOURS = Map.of(
            Kind.SEQUENCE_50.label(), new Color(0x999999),
            Kind.SEQUENCE_1000.label(), new Color(0x000000),
            Kind.IDENTITY.label(), new Color(0xCC79A7),
            Kind.SNOWFLAKE.label(), new Color(0x0072B2),
            Kind.COMB.label(), new Color(0x009E73),
            Kind.VERSION_7.label(), new Color(0x56B4E9),
            Kind.RANDOM.label(), new Color(0xD55E00),
            Kind.WRONG_ORDER.label(), new Color(0xE69F00));

    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.DIAMOND
    };

    private final Path folder;

    Pictures(Path folder) {
        this.folder = folder;
    }

    /** Draws the insert rate against the table size, with a panel for each database. */
    void growth(Results results) {
        Samples samples = new Samples(results.samples());
        List<Chart<?, ?>> panels = new ArrayList<>();
        for (Database database : Tables.databases(samples)) {
            CategoryChart chart = new CategoryChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(database.label() + ": inserts into a growing table")
                    .xAxisTitle("rows in the table")
                    .yAxisTitle("rows a second, median")
                    .build();
            plain(chart.getStyler());
            chart.getStyler().setYAxisMin(0.0);
            for (Kind kind : Kind.values()) {
                Samples of = samples.of(database).of(kind.label());
                if (!of.isEmpty()) {
                    List<Long> sizes = of.numbers("rows");
                    CategorySeries series = chart.addSeries(
                            kind.label(),
                            sizes.stream().map(Tables::count).toList(),
                            sizes.stream()
                                    .map(size -> of.at("rows", size)
                                            .value("rowsPerSecond")
                                            .median())
                                    .toList());
                    series.setFillColor(COLOURS.get(kind.label()));
                }
            }
            panels.add(chart);
        }
        save("growth", panels);
    }

    /** Draws how full the leaf pages of the primary key are for each kind of id, with a panel for each measure. */
    void fill(Results results) {
        Samples samples = new Samples(results.samples());
        List<Chart<?, ?>> panels = new ArrayList<>();
        panels.add(bars(
                samples, "PostgreSQL: the primary key's leaves", "density, percent", List.of(Database.POSTGRESQL)));
        panels.add(bars(
                samples, "InnoDB: the table's leaves", "rows on a page", List.of(Database.MARIADB, Database.MYSQL)));
        panels.removeIf(panel -> panel.getSeriesMap().isEmpty());
        save("fill", panels);
    }

    private static CategoryChart bars(Samples samples, String title, String unit, List<Database> databases) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(unit)
                .build();
        plain(chart.getStyler());
        chart.getStyler().setXAxisLabelRotation(45);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setLegendVisible(databases.size() > 1);
        chart.getStyler().setSeriesColors(new Color[] {new Color(0x0072B2), new Color(0x999999)});
        for (Database database : databases) {
            Samples of = samples.of(database);
            List<Kind> kinds = Arrays.stream(Kind.values())
                    .filter(kind -> !of.of(kind.label()).isEmpty())
                    .toList();
            if (!kinds.isEmpty()) {
                chart.addSeries(
                        database.label(),
                        kinds.stream().map(Kind::label).toList(),
                        kinds.stream()
                                .map(kind -> of.of(kind.label())
                                        .value(Tables.measure(database))
                                        .median())
                                .toList());
            }
        }
        return chart;
    }

    /**
     * Draws how full leaf pages are against the rows that other writers insert within the spread, with a panel for each
     * database.
     */
    void writers(Results results) {
        List<Chart<?, ?>> panels = new ArrayList<>();
        Samples samples = new Samples(results.samples());
        // H2 is left out: there, ascending rows leave the emptiest pages, and a panel beside the others would mislead.
        for (Database database : List.of(Database.POSTGRESQL, Database.MARIADB)) {
            XYChart chart = lines(
                    database.label() + ": three writers",
                    "rows that the others insert within the spread (0 drawn at 10)",
                    database == Database.POSTGRESQL ? "leaf density, percent" : "rows on a leaf");
            chart.getStyler().setXAxisLogarithmic(true);
            chart.getStyler().setYAxisMin(0.0);
            Samples clocks = samples.of(database)
                    .at("cause", Arrivals.Cause.CLOCKS)
                    .at("writers", 3)
                    .without("fillfactor");
            for (Arrivals.Ids ids : List.of(Arrivals.Ids.SNOWFLAKE, Arrivals.Ids.COMB)) {
                int marker = 0;
                for (long rate : clocks.of(ids.label()).numbers("rate")) {
                    Map<Double, Double> curve = new TreeMap<>();
                    clocks.of(ids.label())
                            .at("rate", rate)
                            .all()
                            .forEach(sample -> curve.put(
                                    Math.max(10, sample.values().get("overtaking")),
                                    sample.values().get(Tables.measure(database))));
                    style(
                            chart.addSeries(
                                    ids.label() + ", " + rate + "/ms each",
                                    new ArrayList<>(curve.keySet()),
                                    new ArrayList<>(curve.values())),
                            COLOURS.get(ids.label()),
                            MARKERS[marker++]);
                }
            }
            level(chart, clocks, Arrivals.Ids.RANDOM_NUMBER, database, COLOURS.get(Kind.RANDOM.label()));
            level(chart, clocks, Arrivals.Ids.RANDOM_UUID, database, COLOURS.get(Kind.WRONG_ORDER.label()));
            panels.add(chart);
        }
        panels.removeIf(panel -> panel.getSeriesMap().isEmpty());
        save("writers", panels);
    }

    private static void level(XYChart chart, Samples clocks, Arrivals.Ids ids, Database database, Color colour) {
        Spread level = clocks.of(ids.label()).value(Tables.measure(database));
        if (!level.isMissing()) {
            XYSeries series =
                    chart.addSeries(ids.label(), List.of(10.0, 4000.0), List.of(level.median(), level.median()));
            style(series, colour, SeriesMarkers.NONE);
            series.setLineStyle(
                    new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {6, 4}, 0));
        }
    }

    private static XYChart lines(String title, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        plain(chart.getStyler());
        return chart;
    }

    private static void plain(Styler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
        styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        styler.setChartPadding(12);
    }

    private static void style(XYSeries series, Color colour, Marker marker) {
        series.setLineColor(colour);
        series.setMarkerColor(colour);
        series.setMarker(marker);
        series.setLineStyle(new BasicStroke(2));
    }

    private void save(String name, List<Chart<?, ?>> panels) {
        try {
            Files.createDirectories(folder);
            BitmapEncoder.saveBitmap(
                    List.copyOf(panels), 1, panels.size(), folder.resolve(name).toString(), BitmapFormat.PNG);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
