// The parts of a run: the result, the duration of each step, the response and its certificate. They can be shown alone
// or next to the parts of another run.
import type { Json } from "#language/columns.ts";
import { printDate, readDate } from "#lib/time/dates.ts";
import { printDuration, printLatency } from "#lib/time/duration.ts";
import { titleOf } from "#lib/text/words.ts";
import type { Run, WholeRun } from "./check-query.ts";
import { lookOf } from "./run-look.ts";

export interface Pair {
  name: string;
  text: string;
  /** The value in milliseconds, for measured values. */
  millis?: number;
}

export type Part = { id: string; title: string } & (
  | { kind: "pairs"; pairs: readonly Pair[] }
  | { kind: "timings"; pairs: readonly (Pair & { millis: number })[] }
  | { kind: "text"; text: string; language: "json" | "text" }
);

type Fields = Readonly<Record<string, Json | undefined>>;

export type ShownRun = Pick<WholeRun, keyof Run | "details" | "metrics">;

/** Parts in a fixed order; empty parts are left out. */
export function partsOf(run: ShownRun, timeZone: string): readonly Part[] {
  const details = isFields(run.details) ? run.details : {};
  const { timings, headers, body, certificate, ...rest } = details;
  const plain = Object.entries(rest).filter(([, value]) => isPlain(value) || isPlainList(value));
  const deep = Object.entries(rest).filter(([, value]) => !isPlain(value) && !isPlainList(value));
  // Details that are not an object are shown unchanged.
  if (run.details !== null && !isFields(run.details)) deep.push(["details", run.details]);
  return [
    pairs("run", "Run", runPairs(run, timeZone)),
    timingsOf(timings),
    pairs("answer", "Answer", plain.map(pairOf)),
    pairs("headers", "Headers", isFields(headers) ? Object.entries(headers).map(pairAsWritten) : []),
    text("body", "Body", body),
    pairs("certificate", "Certificate", certificatePairs(certificate, timeZone)),
    ...deep.map(([key, value]) => text(key, titleOf(key), value)),
    pairs("metrics", "Metrics", metricPairs(run.metrics)),
  ].filter((part): part is Part => part !== undefined);
}

function runPairs(run: ShownRun, timeZone: string): Pair[] {
  const { word, note } = lookOf(run);
  const moment = readDate(run.time);
  return [
    { name: "Status", text: note === undefined || note === word ? word : `${word} (${note.toLowerCase()})` },
    { name: "Time", text: moment === undefined ? run.time : printDate(moment, "timestamp", { now: moment, timeZone }) },
    ...(run.duration === null ? [] : [{ name: "Duration", text: printDuration(run.duration), millis: run.duration }]),
    ...(run.message ? [{ name: "Message", text: run.message }] : []),
    ...(run.error ? [{ name: "Error", text: run.error }] : []),
  ];
}

/** In chronological order of the steps. */
const steps: Readonly<Record<string, string>> = {
  before: "Redirects and sign-in",
  dns: "DNS lookup",
  lookup: "DNS lookup",
  tcp: "TCP connection",
  connect: "TCP connection",
  tls: "TLS handshake",
  ttfb: "First byte",
  firstByte: "First byte",
  body: "Body download",
  total: "Total",
};

function timingsOf(stored: Json | undefined): Part | undefined {
  // The database does not keep the order of JSON keys.
  const measured = Object.entries(isFields(stored) ? stored : {})
    .toSorted(byStep)
    .flatMap(([key, millis]) =>
      typeof millis === "number" ? [{ name: steps[key] ?? titleOf(key), text: printStep(millis), millis }] : [],
    );
  return measured.length === 0 ? undefined : { id: "timings", title: "Timings", kind: "timings", pairs: measured };
}

const order = Object.keys(steps);
/** Unknown steps come before the total. */
const placeOf = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length - 1.5);
const byStep = ([a]: [string, unknown], [b]: [string, unknown]) => placeOf(a) - placeOf(b);

/** Steps within a machine take fractions of a millisecond. */
export const printStep = (millis: number) =>
  Math.abs(millis) < 10 ? `${Math.round(millis * 10) / 10}ms` : printLatency(millis);

const certificateNames: Readonly<Record<string, string>> = {
  names: "Names",
  validFrom: "Valid from",
  validTo: "Valid to",
};

function certificatePairs(certificate: Json | undefined, timeZone: string): Pair[] {
  return Object.entries(isFields(certificate) ? certificate : {}).flatMap(([key, value]): Pair[] => {
    if (value === null || value === undefined) return [];
    const name = certificateNames[key] ?? titleOf(key);
    const moment = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? readDate(value) : undefined;
    return [{ name, text: moment === undefined ? print(value) : printDate(moment, "full", { now: 0, timeZone }) }];
  });
}

function metricPairs(metrics: Json | null): Pair[] {
  return (Array.isArray(metrics) ? (metrics as readonly Json[]) : []).flatMap((metric): Pair[] => {
    if (!isFields(metric) || typeof metric["name"] !== "string") return [];
    const labels = isFields(metric["labels"]) ? Object.entries(metric["labels"]) : [];
    const printed = labels.map(([key, value]) => `${key}=${print(value)}`).join(", ");
    return [{ name: printed === "" ? metric["name"] : `${metric["name"]} {${printed}}`, text: print(metric["value"]) }];
  });
}

function text(id: string, title: string, value: Json | undefined): Part | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const written = typeof value === "string" ? value : JSON.stringify(value);
  const laidOut = asJson(written);
  return { id, title, kind: "text", text: laidOut ?? written, language: laidOut === undefined ? "text" : "json" };
}

/** Formats JSON over several lines, so that differences are shown line by line. */
function asJson(written: string): string | undefined {
  if (!/^\s*[[{]/.test(written)) return undefined;
  try {
    return JSON.stringify(JSON.parse(written), null, 2);
  } catch {
    return undefined;
  }
}

const pairs = (id: string, title: string, found: readonly Pair[]): Part | undefined =>
  found.length === 0 ? undefined : { id, title, kind: "pairs", pairs: found };

const names: Readonly<Record<string, string>> = { url: "URL", bodyBytes: "Body size (bytes)" };
const pairOf = ([key, value]: [string, Json | undefined]): Pair => ({
  name: names[key] ?? titleOf(key),
  text: print(value),
});
const pairAsWritten = ([name, value]: [string, Json | undefined]): Pair => ({ name, text: print(value) });

const print = (value: Json | undefined): string =>
  Array.isArray(value)
    ? value.map(print).join(", ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value ?? null);

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: Json | undefined) => value !== null && ["string", "number", "boolean"].includes(typeof value);
const isPlainList = (value: Json | undefined) => Array.isArray(value) && value.length > 0 && value.every(isPlain);
