package io.github.hibernateidgen.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** Writes results for programs, with a JSON object on each line. Ids are text, so that no reader rounds them. */
final class Json {

    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private Json() {}

    static String line(Object result) {
        return GSON.toJson(result);
    }
}
