// Everything that is wrong with a text: its syntax, violations of the schema, unknown fields, and what the server reported.
import { unknownFieldText } from "#language/unknown-fields.ts";
import { type JsonSchema, pathKey, problemsOf, type SchemaProblem, typesOf } from "../form/json-schema.ts";
import { rangeInside } from "./inside-text.ts";
import { rangeOf, readSource, type SourceLanguage } from "./source.ts";
import { unknownKeys } from "./unknown-keys.ts";

export interface Finding {
  from: number;
  to: number;
  /** From 1. */
  line: number;
  severity: "error" | "warning";
  message: string;
  /** Whether the text cannot be read at all. */
  isSyntax: boolean;
  /** What to put there instead. */
  instead?: string;
}

export interface Judged {
  language: SourceLanguage;
  schema?: JsonSchema | undefined;
  /** What the server said about the value. */
  problems?: readonly SchemaProblem[] | undefined;
}

// More are not read anyway, and drawing them would make typing slow.
const MOST = 200;

export function findingsIn(text: string, { language, schema, problems = [] }: Judged): Finding[] {
  const source = readSource(text, language);
  const lineOf = lineFinder(text);
  const finding = (range: { from: number; to: number }, rest: Omit<Finding, "from" | "to" | "line">): Finding => ({
    ...range,
    line: lineOf(range.from),
    ...rest,
  });
  if (source.problems.length > 0) {
    return source.problems
      .slice(0, MOST)
      .map(({ message, ...range }) => finding(range, { severity: "error", message, isSyntax: true }));
  }
  const value = source.value === undefined ? nothingFor(schema) : source.value;
  const strangers = schema ? unknownKeys(schema, value) : [];
  const strange = new Set(strangers.map(({ path }) => pathKey(path)));
  const wrong = [...(schema ? problemsOf(schema, value) : []), ...problems].filter(
    ({ path }) => !strange.has(pathKey(path)),
  );
  return [
    ...wrong.map(({ path, message, place }) => {
      const key = path.findLast((step) => typeof step === "string");
      const inside = place && rangeInside(source, path, place);
      // Its own line is shown: that of the text inside would only confuse.
      const said = inside ? message.replace(/ \(line \d+, column \d+\)/, "") : message;
      const named = key === undefined ? said : `${key}: ${said}`;
      const range = inside ?? rangeOf(source, path, "value");
      return finding(range, { severity: "error", message: named, isSyntax: false });
    }),
    ...strangers.map(({ meant, ...field }) =>
      finding(rangeOf(source, field.path, "key"), {
        severity: "warning",
        message: capitalised(unknownFieldText(field)),
        isSyntax: false,
        ...(meant !== undefined && { instead: meant }),
      }),
    ),
  ]
    .sort((a, b) => a.from - b.from)
    .slice(0, MOST);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What an empty text means: an object without keys, unless the schema wants something else. */
export const nothingFor = (schema: JsonSchema | undefined): unknown =>
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
