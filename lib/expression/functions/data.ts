// Reads and writes JSON, YAML and TOML, and runs queries in jq, JSONPath, JMESPath and XPath.
import { onDemand, yaml as yamlLibrary } from "../../load/on-demand.ts";
import { BudgetFault, spend, uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { compileJq } from "../jq/compile.ts";
import { costOf, readPath } from "../json-path.ts";
import { formatTime } from "../go-time.ts";
import type { JsonStyle } from "../json-text.ts";
import { toJson } from "../json-text.ts";
import { isMap, Span, weigh, type Fields } from "../values.ts";
import { nounOf, plain, type LibraryFunction } from "./function.ts";

const jmesPathLibrary = onDemand<typeof import("@jmespath-community/jmespath")>("@jmespath-community/jmespath");
const xpathLibrary = onDemand<typeof import("xpath")>("xpath");
const xmlLibrary = onDemand<typeof import("@xmldom/xmldom")>("@xmldom/xmldom");
const tomlLibrary = onDemand<typeof import("smol-toml")>("smol-toml");

/** Converts an error of a library to a fault, with the first line of its message. */
function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionFault) throw error;
    throw new ExpressionFault(`This is not valid ${what}: ${(error as Error).message.split("\n")[0]}`);
  }
}

const requireMap = (name: string, value: unknown) => {
  if (isMap(value)) return value;
  throw new ExpressionFault(`${name} needs a document that is a map, but this is ${nounOf(value)}.`);
};

const requireList = (name: string, value: unknown) => {
  if (Array.isArray(value)) return value as unknown[];
  throw new ExpressionFault(`${name} needs a document that is a list, but this is ${nounOf(value)}.`);
};

const isUnsafe = (number: unknown) =>
  typeof number === "number" && Number.isInteger(number) && !Number.isSafeInteger(number);

/** Parses JSON and keeps integers beyond the range of number exact. */
function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
    isUnsafe(value) && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context!.source!) : value,
  );
}

/** Parses JSON, or YAML if that fails, in the same way as the reference engine. */
export const json = (text: string) => {
  uncounted(text.length / 20);
  return reading("JSON", () => {
    try {
      return parseJson(text);
    } catch (error) {
      const found = asYaml(text);
      if (typeof found === "object" && found !== null) return found;
      throw error;
    }
  });
};

/** Returns undefined if the string is not YAML either. */
function asYaml(text: string): unknown {
  try {
    return yaml(text);
  } catch (error) {
    if (error instanceof BudgetFault) throw error;
    return undefined;
  }
}

/** Expands at most a hundred aliases, so that a short string cannot become a large document. */
export const yaml = (text: string) => {
  uncounted(text.length * 5);
  return reading("YAML", () => {
    const [first] = yamlLibrary().parseAllDocuments(text, { intAsBigInt: /\d{16}/.test(text) });
    if (first === undefined || !("toJS" in first)) return null;
    if (first.errors.length > 0) throw first.errors[0]!;
    return plain(first.toJS({ maxAliasCount: 100 }));
  });
};

const toml = (text: string) => {
  uncounted(text.length);
  return reading("TOML", () => tomlLibrary().parse(text));
};

const writtenJson = (value: unknown, style: JsonStyle) => {
  const text = toJson(value, { sorted: true, ...style });
  spend(text.length);
  return text;
};

/** Reports the size of a value to the budget, before a writer traverses all of it. */
const weighed = <T>(value: T): T => {
  uncounted(weigh(value) * 5);
  return value;
};

/** Parses a string that contains a JSON object, so that queries can use the object. */
function asked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return value;
  try {
    uncounted(value.length / 20);
    return parseJson(value);
  } catch (error) {
    if (error instanceof ExpressionFault) throw error;
    return value;
  }
}

const firstOrAll = (found: readonly unknown[], none: unknown) =>
  found.length === 1 ? (found[0] ?? none) : found.length === 0 ? none : found;

function jsonPath(path: string, document: unknown): unknown {
  const value = asked(document);
  uncounted(costOf(path, value));
  return reading("JSONPath", () => firstOrAll(readPath(path).find(value), ""));
}

/** Parses the program without running it. */
function jqOf(program: string) {
  try {
    return compileJq(program);
  } catch (error) {
    if (!(error instanceof ExpressionFault) || error.place === undefined) throw error;
    throw new ExpressionFault(`This is not valid jq: ${error.message}`, error);
  }
}

/** A position in a computed jq program is not a position in the expression, so it becomes part of the message. */
function jq(program: string, value: unknown): unknown {
  let run: (value: unknown) => unknown[];
  try {
    run = jqOf(program);
  } catch (error) {
    if (!(error instanceof ExpressionFault) || error.place === undefined) throw error;
    const meant = error.suggestion === undefined ? "" : ` Did you mean ${error.suggestion}?`;
    throw new ExpressionFault(`${error.message} (line ${error.place.line}, column ${error.place.column})${meant}`);
  }
  const found = run(asked(value));
  return found.length === 1 ? found[0] : found;
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

function jmesPath(path: string, document: unknown): unknown {
  const value = asked(document);
  uncounted(weigh(value) * path.length * 2 ** (countOf(path, ",") + countOf(path, "[]")));
  return reading("JMESPath", () => (jmesPathLibrary().search(value as never, path) as unknown) ?? "");
}

/** xmldom does not resolve external entities, so this does not open connections. */
function xPath(path: string, text: string): string[] {
  uncounted(text.length * 5 * (1 + countOf(path, "//") + countOf(path, "[")));
  return reading("XPath", () => {
    const { DOMParser, onErrorStopParsing } = xmlLibrary();
    const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(text.trim(), "text/xml");
    const found = xpathLibrary().select(path, document as never);
    const texts = (Array.isArray(found) ? found : [found]).map((node) =>
      typeof node === "object" && node !== null ? (node.textContent ?? node.nodeValue ?? "") : String(node),
    );
    spend(texts.reduce((sum, item) => sum + item.length, 0));
    return texts;
  });
}

/** Converts values for writers without support for times, durations and integers beyond 2^53. */
function document(value: unknown): unknown {
  if (value instanceof Date) return formatTime(value, "RFC3339Nano");
  if (value instanceof Span) return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(document);
  if (!isMap(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, document(value[key])]),
  );
}

const toYaml = (value: unknown) =>
  yamlLibrary().stringify(document(weighed(value)), { version: "1.1", lineWidth: 0, sortMapEntries: true });

/** Writes TOML with nested tables indented. */
function toToml(value: Fields): string {
  const text = reading("TOML", () => tomlLibrary().stringify(document(weighed(value)) as Fields));
  let depth = 0;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const header = /^\[{1,2}((?:"(?:[^"\\]|\\.)*"|[^"\]])*)\]{1,2}$/.exec(line);
    if (header) {
      depth = header[1]!.replaceAll(/"(?:[^"\\]|\\.)*"/g, "_").split(".").length;
      if (depth === 1 && lines.length > 0) lines.push("");
      lines.push("  ".repeat(depth - 1) + line);
    } else if (line !== "") lines.push("  ".repeat(depth) + line);
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

export const data: readonly LibraryFunction[] = [
  {
    name: "JSON",
    templateNames: ["json", "data.JSON"],
    on: "string",
    takes: [],
    gives: "map",
    says: "Parses a JSON or YAML map",
    call: (text: string) => requireMap("JSON", json(text)),
  },
  {
    name: "JSONArray",
    templateNames: ["jsonArray", "data.JSONArray"],
    on: "string",
    takes: [],
    gives: "list",
    says: "Parses a JSON or YAML list",
    call: (text: string) => requireList("JSONArray", json(text)),
  },
  {
    name: "toJSON",
    only: "cel",
    on: "any",
    takes: [],
    gives: "string",
    isRaw: true,
    says: "Writes a value as JSON on one line, with sorted keys",
    call: (value: unknown) => writtenJson(value, { escaped: true }),
  },
  {
    name: "toJSON",
    only: "template",
    templateNames: ["data.ToJSON"],
    on: "any",
    takes: [],
    gives: "string",
    says: "Writes a value as JSON on one line, with sorted keys",
    call: (value: unknown) => writtenJson(value, {}),
  },
  {
    name: "toJSONPretty",
    templateNames: ["data.ToJSONPretty"],
    on: "any",
    takes: ["string"],
    least: 0,
    gives: "string",
    isRaw: true,
    says: "Writes a value as indented JSON, with sorted keys",
    call: (value: unknown, indent = "  ") => writtenJson(value, { indent }),
  },
  {
    name: "YAML",
    templateNames: ["yaml", "data.YAML"],
    on: "string",
    takes: [],
    gives: "map",
    says: "Parses a YAML map",
    call: (text: string) => requireMap("YAML", yaml(text)),
  },
  {
    name: "YAMLArray",
    templateNames: ["yamlArray", "data.YAMLArray"],
    on: "string",
    takes: [],
    gives: "list",
    says: "Parses a YAML list",
    call: (text: string) => requireList("YAMLArray", yaml(text)),
  },
  {
    name: "toYAML",
    templateNames: ["data.ToYAML"],
    on: "any",
    takes: [],
    gives: "string",
    says: "Writes a value as YAML, with sorted keys",
    call: toYaml,
  },
  {
    name: "TOML",
    templateNames: ["toml", "data.TOML"],
    on: "string",
    takes: [],
    gives: "map",
    says: "Parses a TOML document",
    call: toml,
  },
  {
    name: "toTOML",
    templateNames: ["data.ToTOML"],
    on: "map",
    takes: [],
    gives: "string",
    says: "Writes a map as TOML, with sorted keys",
    call: toToml,
  },
  {
    name: "jq",
    templateNames: ["coll.JQ"],
    takes: ["string", "any"],
    gives: "any",
    says: "The output of a jq program: one value, or a list of several",
    reads: jqOf,
    call: jq,
  },
  {
    name: "jmespath",
    takes: ["string", "any"],
    gives: "any",
    says: "The result of a JMESPath expression",
    reads: (path: string) => reading("JMESPath", () => jmesPathLibrary().compile(path)),
    call: jmesPath,
  },
  {
    name: "jsonpath",
    takes: ["string", "any"],
    gives: "any",
    says: "The matches of a JSONPath: one value, or a list of several",
    reads: readPath,
    call: jsonPath,
  },
  {
    name: "xpath",
    takes: ["string", "string"],
    gives: "list",
    says: "The texts of the nodes that an XPath selects in XML",
    call: xPath,
  },
];
