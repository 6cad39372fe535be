// Runs a script and reads its output as JSON (each element of a list, or each line of JSON lines, is a document), YAML
// or text.
import { failureIn, runScript, scriptFields } from "#server/exec/script.ts";
import { scriptAccess } from "#areas/connections/server/index.ts";
import { yamlDocumentsIn } from "../scrape/document.ts";
import type { Scraped } from "../scrape/found.ts";
import { readJson } from "../scrape/read-json.ts";
import { defineScraper } from "../scrape/scraper-kind.ts";
import { refused } from "#server/spec/parts.ts";
import { scraperEntry } from "../spec/entry.ts";
import { explainFailures } from "./reading/explain-failures.ts";

const maxOutputBytes = 32 * 1024 * 1024;
const maxReasonLength = 1_000;

export const exec = defineScraper({
  type: "exec",
  title: "Exec",
  icon: "exec",
  group: "Scripts",
  onlyAdmins: true,
  spec: scraperEntry({
    ...scriptFields,
    artifacts: refused("are not stored for a scraper: let the script print the items, and remove artifacts"),
    query: refused("is not supported: let the script request the items that it needs, and remove query"),
  }),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      const result = await runScript({ ...spec, artifacts: undefined }, traced, {
        ...scriptAccess(traced),
        maxOutputBytes,
      });
      const failure = failureIn(result);
      if (failure !== undefined) throw new Error(capitalized(shortened(failure)));
      if (result.stderr.trim() !== "")
        traced.log.debug({ stderr: result.stderr.slice(0, maxReasonLength) }, "a script wrote to stderr");
      yield* printedBy(result.stdout.trim(), spec.format);
    }),
});

/** With a `format` other than JSON or YAML, the whole output is one document. */
function* printedBy(stdout: string, format: string | undefined): Generator<Scraped> {
  // A pipe whose first command fails may print nothing and exit with 0, so an empty output does not mean an empty list.
  if (stdout === "")
    throw new Error("The script printed nothing, so its items are unknown. Print [] if there are no items.");
  if (format !== undefined && !/^(?:json|ya?ml)$/i.test(format)) {
    yield { document: stdout };
    return;
  }
  const read = valueIn(stdout);
  if (Array.isArray(read)) for (const element of read as unknown[]) yield { document: element };
  else if (typeof read === "object" && read !== null) yield { document: read };
  else yield { document: stdout, format: "text" };
}

function valueIn(text: string): unknown {
  const json = jsonIn(text) ?? jsonLinesIn(text);
  if (json !== undefined) return json;
  try {
    const documents = yamlDocumentsIn(text);
    return documents.length === 1 ? documents[0] : documents;
  } catch {
    return text;
  }
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON lines: one object per line. */
function jsonLinesIn(text: string): unknown[] | undefined {
  const found: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = line.trimStart().startsWith("{") ? jsonIn(line) : undefined;
    if (value === undefined) return undefined;
    found.push(value);
  }
  return found;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const shortened = (text: string) => (text.length > maxReasonLength ? `${text.slice(0, maxReasonLength)}…` : text);
