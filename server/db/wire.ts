// Converts PostgreSQL values to the same JavaScript values as in JSON, so that a row has the same values on the server,
// on the wire and in the console. Timestamps stay ISO strings and 64-bit integers become numbers.
import pg from "pg";

const { builtins } = pg.types;

/**
 * Converts `2026-11-15 01:48:44.12+00`, as PostgreSQL prints it (session time zone UTC), to
 * `2026-11-15T01:48:44.12+00:00`.
 */
export const isoTimestamp = (text: string) =>
  text.endsWith("+00") ? `${text.slice(0, 10)}T${text.slice(11)}:00` : text.replace(" ", "T");

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, isoTimestamp],
  [builtins.TIMESTAMP, isoTimestamp],
  [builtins.DATE, String],
  [builtins.INTERVAL, String],
]);

export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    format === "binary"
      ? pg.types.getTypeParser(oid, "binary")
      : (parsers.get(oid) ?? pg.types.getTypeParser(oid, "text"))) as pg.CustomTypesConfig["getTypeParser"],
};
