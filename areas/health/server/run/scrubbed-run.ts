// Prepares the result of a run for storage and answers: limited in size, and without secrets.
import { isUtf8 } from "node:buffer";
import type { Scrubber } from "#server/scrub.ts";
import type { RunArtifact } from "../check-kind.ts";
import { boundedDuration, boundedText, maxErrorBytes, maxMessageBytes } from "../engine/bounds.ts";
import type { CheckResult } from "./result.ts";

/** Changes the result in place and returns it. */
export function cleaned(result: CheckResult, scrubber: Scrubber): CheckResult {
  result.message = scrubber.text(result.message);
  result.error = scrubber.text(result.error);
  // `data` stays as it is, because other checks may need its secrets; code that stores or answers the data scrubs it.
  result.detail = scrubber.document(result.detail);
  result.labels = scrubber.document(result.labels);
  result.metrics = scrubber.document(result.metrics);
  if (result.artifacts.length > 0) result.artifacts = result.artifacts.map((one) => cleanedArtifact(one, scrubber));
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
