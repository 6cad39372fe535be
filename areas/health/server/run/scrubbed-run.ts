// Prepares the result of a run for storage and answers: limited in size, and without secrets.
import { isUtf8 } from "node:buffer";
import type { Scrubber } from "#server/scrub.ts";
import type { RunArtifact } from "../check-kind.ts";
import { boundedDuration, boundedText, maxErrorBytes, maxMessageBytes } from "../engine/bounds.ts";
import type { Finding } from "./finding.ts";
import type { CheckRan, CreatedCheck } from "./result.ts";

export function scrubbedRun(finding: Finding, scrubber: Scrubber): CheckRan {
  const { start, data = {}, description, displayType, createdChecks, createdCanaries } = finding;
  return {
    result: {
      verdict: finding.isOurFault ? "could_not_check" : finding.pass ? "healthy" : "unhealthy",
      isInvalid: finding.isInvalid,
      start,
      durationMs: boundedDuration(finding.durationMs),
      message: bounded(scrubber.text(finding.message), maxMessageBytes),
      error: bounded(scrubber.text(finding.errors.join(", ")), maxErrorBytes),
      detail: scrubber.document(finding.detail),
      // Not scrubbed, because other checks may need the secrets; code that stores or answers the data scrubs it.
      data,
      labels: scrubber.document(finding.labels),
      metrics: scrubber.document(finding.metrics),
      artifacts:
        finding.artifacts.length === 0 ? finding.artifacts : finding.artifacts.map((one) => clean(one, scrubber)),
      ...(description !== undefined && { description: scrubber.text(description) }),
      ...(displayType !== undefined && { displayType }),
    },
    ...(createdChecks && { createdChecks: createdChecks.map((created) => cleanCheck(created, scrubber)) }),
    ...(createdCanaries && { createdCanaries: scrubber.document(createdCanaries) }),
  };
}

const bounded = (text: string, maxBytes: number) => boundedText(text, maxBytes) ?? "";

function cleanCheck(created: CreatedCheck, scrubber: Scrubber): CreatedCheck {
  const { start, deletedAt, ...rest } = created;
  const clean = scrubber.document(rest);
  return {
    ...clean,
    start,
    deletedAt,
    durationMs: boundedDuration(clean.durationMs),
    message: bounded(clean.message, maxMessageBytes),
    error: bounded(clean.error, maxErrorBytes),
  };
}

/** Scrubs artifacts that are UTF-8 text. */
function clean(artifact: RunArtifact, scrubber: Scrubber): RunArtifact {
  const path = scrubber.text(artifact.path);
  if (!isUtf8(artifact.body)) return { ...artifact, path };
  const text = new TextDecoder().decode(artifact.body);
  const cleaned = scrubber.text(text);
  return { ...artifact, path, body: cleaned === text ? artifact.body : Buffer.from(cleaned) };
}
