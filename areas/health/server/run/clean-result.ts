// Prepares a result for storage and responses: removes secrets, limits its size, and drops characters that PostgreSQL
// rejects.
import { isUtf8 } from "node:buffer";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Json } from "#language/columns.ts";
import { isRefused, storable, storableValue } from "#server/db/sql-text.ts";
import type { RunArtifact } from "../check-kind.ts";
import type { CheckResult } from "./result.ts";

/** Changes the result in place and returns it. */
export function cleaned(result: CheckResult, scrubber: Scrubber): CheckResult {
  result.message = scrubber.text(result.message);
  result.error = scrubber.text(result.error);
  if (result.displayed !== undefined) result.displayed = scrubber.text(result.displayed);
  // `data` stays unchanged, because other checks may need its secrets; code that stores or returns the data scrubs it.
  result.detail = scrubber.document(result.detail);
  result.labels = scrubber.document(result.labels);
  result.metrics = scrubber.document(result.metrics);
  if (result.artifacts.length > 0) result.artifacts = result.artifacts.map((item) => cleanedArtifact(item, scrubber));
  if (result.description !== undefined) result.description = scrubber.text(result.description);
  if (result.createdChecks)
    result.createdChecks = result.createdChecks.map(({ start, deletedAt, ...rest }) =>
      bounded({ ...scrubber.document(rest), start, deletedAt }),
    );
  if (result.createdCanaries) result.createdCanaries = scrubber.document(result.createdCanaries);
  return bounded(result);
}

function bounded<Result extends CheckResult>(result: Result): Result {
  result.durationMs = boundedDuration(result.durationMs);
  result.message = boundedText(result.message, maxMessageBytes) ?? "";
  result.error = boundedText(result.error, maxErrorBytes) ?? "";
  return result;
}

/** Scrubs artifacts that are UTF-8 text. */
function cleanedArtifact(artifact: RunArtifact, scrubber: Scrubber): RunArtifact {
  const path = scrubber.text(artifact.path);
  if (!isUtf8(artifact.body)) return { ...artifact, path };
  const text = new TextDecoder().decode(artifact.body);
  const clean = scrubber.text(text);
  return { ...artifact, path, body: clean === text ? artifact.body : Buffer.from(clean) };
}

export const defaultBounds = { message: 4 * 1024, error: 128 * 1024 };
/** The limits of this process, set from properties. */
export let maxMessageBytes = defaultBounds.message;
export let maxErrorBytes = defaultBounds.error;

export function boundTexts({ message, error }: typeof defaultBounds): void {
  maxMessageBytes = message;
  maxErrorBytes = error;
}

export const maxDetailBytes = 128 * 1024;
const maxDurationMs = 2 ** 31 - 1;

/** Returns null for an empty string; a string that is too long is cut and ends with an ellipsis. */
export function boundedText(text: string, maxBytes: number): string | null {
  if (text === "") return null;
  const clean = storable(text);
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (clean.length * 3 <= maxBytes || Buffer.byteLength(clean) <= maxBytes) return clean;
  return `${Buffer.from(clean)
    .subarray(0, maxBytes - 3)
    .toString("utf8")
    .replace(/\uFFFD+$/, "")}…`;
}

/** Serializes to JSON; a document that is too long is truncated. */
export function boundedDocument(value: Json, maxBytes: number): string | null {
  if (value === null) return null;
  const text = JSON.stringify(value);
  if (text === undefined) return null;
  const clean = isRefused(text) ? JSON.stringify(storableValue(value)) : text;
  const bytes = clean.length * 3 <= maxBytes ? 0 : Buffer.byteLength(clean);
  if (bytes <= maxBytes) return clean;
  return JSON.stringify({ truncated: true, bytes, begins: boundedText(clean, maxBytes / 4) });
}

export const boundedDuration = (ms: number) => Math.min(Math.max(0, Math.round(ms) || 0), maxDurationMs);
