// All problems of a text: syntax errors, schema violations, unknown fields, and problems reported by the server.
import { unknownFieldText } from "#language/unknown-fields.ts";
import { type JsonSchema, pathKey, problemsOf, type SchemaProblem, typesOf } from "../form/json-schema.ts";
import { rangeInside } from "./inside-text.ts";
import { rangeOf, readSource, type SourceLanguage } from "./source.ts";
import { unknownKeys } from "./unknown-keys.ts";

export interface Finding {
  from: number;
  to: number;
  /** The line number, starting at 1. */
  line: number;
  severity: "error" | "warning";
  message: string;
  /** Whether the problem is a syntax error: the text cannot be parsed. */
  isSyntax: boolean;
  /** The replacement that a quick fix inserts. */
  instead?: string;
}

export interface CheckOptions {
  language: SourceLanguage;
  schema?: JsonSchema | undefined;
  /** Problems that the server reported. */
  problems?: readonly SchemaProblem[] | undefined;
}

// Maximum number of findings. People would not read more, and rendering more would slow down typing.
const MAX_FINDINGS = 200;

export function findingsIn(text: string, { language, schema, problems = [] }: CheckOptions): Finding[] {
  const source = readSource(text, language);
  const lineOf = lineFinder(text);
  const finding = (range: { from: number; to: number }, rest: Omit<Finding, "from" | "to" | "line">): Finding => ({
    ...range,
    line: lineOf(range.from),
    ...rest,
  });
  if (source.problems.length > 0) {
    return source.problems
      .slice(0, MAX_FINDINGS)
      .map(({ message, ...range }) => finding(range, { severity: "error", message, isSyntax: true }));
  }
  const value = source.value === undefined ? emptyValueFor(schema) : source.value;
  const unknownFields = schema ? unknownKeys(schema, value) : [];
  const unknownPaths = new Set(unknownFields.map(({ path }) => pathKey(path)));
  const invalid = [...(schema ? problemsOf(schema, value) : []), ...problems].filter(
    ({ path }) => !unknownPaths.has(pathKey(path)),
  );
  return [
    ...invalid.map(({ path, message, place }) => {
      const key = path.findLast((step) => typeof step === "string");
      const inside = place && rangeInside(source, path, place);
      // The editor shows the line number of the whole text; a line number relative to the inner text would be
      // confusing.
      const short = inside ? message.replace(/ \(line \d+, column \d+\)/, "") : message;
      const named = key === undefined ? short : `${key}: ${short}`;
      const range = inside ?? rangeOf(source, path, "value");
      return finding(range, { severity: "error", message: named, isSyntax: false });
    }),
    ...unknownFields.map(({ meant, ...field }) =>
      finding(rangeOf(source, field.path, "key"), {
        severity: "warning",
        message: capitalised(unknownFieldText(field)),
        isSyntax: false,
        ...(meant !== undefined && { instead: meant }),
      }),
    ),
  ]
    .sort((a, b) => a.from - b.from)
    .slice(0, MAX_FINDINGS);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The value of an empty text: an empty object, or null if the schema does not allow objects. */
export const emptyValueFor = (schema: JsonSchema | undefined): unknown =>
  schema?.type === undefined || typesOf(schema).includes("object") ? {} : null;

function lineFinder(text: string): (at: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends.push(at);
  return (position) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
