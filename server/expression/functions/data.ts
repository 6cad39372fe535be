// Documents: JSON, YAML, TOML and CSV, read and written, and questions asked of them.
import { onDemand } from "#server/on-demand.ts";
import { yaml as yamlLibrary } from "#server/yaml.ts";
import { spend, uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { compileJq } from "../jq/compile.ts";
import { costOf, readPath } from "../json-path.ts";
import { isMap, toJson, weigh, type Fields } from "../values.ts";
import { nounOf, type LibraryFunction } from "./function.ts";

const jmesPathLibrary = onDemand<typeof import("@jmespath-community/jmespath")>("@jmespath-community/jmespath");
const csvLibrary = onDemand<typeof import("csv-parse/sync")>("csv-parse/sync");
const tomlLibrary = onDemand<typeof import("smol-toml")>("smol-toml");

/** A library's complaint as ours, with the first line of its reason. */
function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionFault) throw error;
    throw new ExpressionFault(`This is not valid ${what}: ${(error as Error).message.split("\n")[0]}`);
  }
}

const ofMap = (name: string, value: unknown) => {
  if (isMap(value)) return value;
  throw new ExpressionFault(`${name} needs a document that is a map, and this is ${nounOf(value)}.`);
};

const ofList = (name: string, value: unknown) => {
  if (Array.isArray(value)) return value as unknown[];
  throw new ExpressionFault(`${name} needs a document that is a list, and this is ${nounOf(value)}.`);
};

const json = (text: string) => {
  uncounted(text.length / 20);
  return reading("JSON", () => JSON.parse(text) as unknown);
};

/** Aliases are followed a hundred times at most: a short text must not become a large one. */
export const yaml = (text: string) => {
  uncounted(text.length * 5);
  return reading("YAML", () => yamlLibrary().parse(text, { maxAliasCount: 100 }) as unknown);
};

const toml = (text: string) => {
  uncounted(text.length);
  return reading("TOML", () => tomlLibrary().parse(text));
};

const writtenJson = (value: unknown, indent?: string | number) => {
  const text = toJson(value, indent);
  spend(text.length);
  return text;
};

/** What a writer that goes through all of a value must ask before it begins. */
const weighed = <T>(value: T): T => {
  uncounted(weigh(value) * 5);
  return value;
};

function jsonPath(path: string, value: unknown): unknown {
  uncounted(costOf(path, value));
  return reading("JSONPath", () => {
    const found = readPath(path).find(value);
    return found.length === 1 ? found[0] : found.length === 0 ? null : found;
  });
}

/** Only read. */
function jqOf(program: string) {
  try {
    return compileJq(program);
  } catch (error) {
    if (!(error instanceof ExpressionFault) || error.place === undefined) throw error;
    throw new ExpressionFault(`This is not valid jq: ${error.message}`, error);
  }
}

/** A place in a program that is computed is not one in the expression around it: it is said in words. */
function jq(program: string, value: unknown): unknown {
  let run: (value: unknown) => unknown[];
  try {
    run = jqOf(program);
  } catch (error) {
    if (!(error instanceof ExpressionFault) || error.place === undefined) throw error;
    const meant = error.suggestion === undefined ? "" : ` Did you mean ${error.suggestion}?`;
    throw new ExpressionFault(`${error.message} (line ${error.place.line}, column ${error.place.column})${meant}`);
  }
  const found = run(value);
  return found.length === 1 ? found[0] : found.length === 0 ? null : found;
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

function jmesPath(path: string, value: unknown): unknown {
  uncounted(weigh(value) * path.length * 2 ** (countOf(path, ",") + countOf(path, "[]")));
  return reading("JMESPath", () => jmesPathLibrary().search(value as never, path) as unknown);
}

const csv = (lines: unknown, delimiter = ",") => {
  const text = Array.isArray(lines) ? lines.join("\n") : lines;
  if (typeof text !== "string")
    throw new ExpressionFault(`CSV needs a text or a list of lines, and got ${nounOf(lines)}.`);
  uncounted(text.length);
  return reading("CSV", () =>
    csvLibrary().parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true }),
  );
};

export const data: readonly LibraryFunction[] = [
  {
    name: "JSON",
    takes: ["string"],
    gives: "map",
    says: "A text of JSON as a map",
    call: (text: string) => ofMap("JSON", json(text)),
  },
  {
    name: "JSONArray",
    takes: ["string"],
    gives: "list",
    says: "A text of JSON as a list",
    call: (text: string) => ofList("JSONArray", json(text)),
  },
  {
    name: "toJSON",
    on: "any",
    takes: [],
    gives: "string",
    says: "As JSON on one line",
    call: (value: unknown) => writtenJson(value),
  },
  {
    name: "toJSONPretty",
    on: "any",
    takes: ["string"],
    least: 0,
    gives: "string",
    says: "As JSON with an indent",
    call: (value: unknown, indent = "  ") => writtenJson(value, indent),
  },
  {
    name: "YAML",
    takes: ["string"],
    gives: "map",
    says: "A text of YAML as a map",
    call: (text: string) => ofMap("YAML", yaml(text)),
  },
  {
    name: "YAMLArray",
    takes: ["string"],
    gives: "list",
    says: "A text of YAML as a list",
    call: (text: string) => ofList("YAMLArray", yaml(text)),
  },
  {
    name: "toYAML",
    on: "any",
    takes: [],
    gives: "string",
    says: "As YAML",
    call: (value: unknown) => yamlLibrary().stringify(weighed(value)),
  },
  {
    name: "TOML",
    takes: ["string"],
    gives: "map",
    says: "A text of TOML as a map",
    call: toml,
  },
  {
    name: "toTOML",
    on: "map",
    takes: [],
    gives: "string",
    says: "As TOML",
    call: (value: Fields) => reading("TOML", () => tomlLibrary().stringify(weighed(value))),
  },
  {
    name: "CSV",
    takes: ["any", "string"],
    least: 1,
    gives: "list",
    says: "Lines of CSV as a list of lists",
    call: csv,
  },
  {
    name: "jq",
    takes: ["string", "any"],
    gives: "any",
    says: "What a jq program makes of a value: one value, or a list of several",
    reads: jqOf,
    call: jq,
  },
  {
    name: "jmespath",
    takes: ["string", "any"],
    gives: "any",
    says: "What a JMESPath expression finds",
    reads: (path: string) => reading("JMESPath", () => jmesPathLibrary().compile(path)),
    call: jmesPath,
  },
  {
    name: "jsonpath",
    takes: ["string", "any"],
    gives: "any",
    says: "What a JSONPath finds: one value, or a list of several",
    reads: readPath,
    call: jsonPath,
  },
];
