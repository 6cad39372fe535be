// What a script prints: JSON, where a list is many documents, and so are lines of it; YAML; or a text.
import { failureIn, runScript, scriptFields } from "#server/exec/script.ts";
import { scriptAccess } from "../../../connections/server/index.ts";
import { yamlDocumentsIn } from "../scrape/document.ts";
import type { Scraped } from "../scrape/found.ts";
import { readJson } from "../scrape/read-json.ts";
import { defineScraper } from "../scraper-kind.ts";
import { refused } from "#server/spec/parts.ts";
import { scraperEntry } from "../spec/entry.ts";
import { toldWhere } from "./told-where.ts";

const maxOutputBytes = 32 * 1024 * 1024;
const longestReason = 1_000;

export const exec = defineScraper({
  type: "exec",
  title: "Exec",
  icon: "console",
  onlyAdmins: true,
  spec: scraperEntry({
    ...scriptFields,
    artifacts: refused("are not kept of a scraper: let the script print what it finds, and remove artifacts"),
    query: refused("is not supported: let the script ask for the items that it needs, and remove query"),
  }),

  scrape: (spec, run) =>
    toldWhere(run, async function* (way) {
      const ran = await runScript({ ...spec, artifacts: undefined }, way, { ...scriptAccess(way), maxOutputBytes });
      const failure = failureIn(ran);
      if (failure !== undefined) throw new Error(capitalized(shortened(failure)));
      if (ran.stderr.trim() !== "")
        way.log.debug({ stderr: ran.stderr.slice(0, longestReason) }, "a script said aside");
      yield* printedBy(ran.stdout.trim(), spec.format);
    }),
});

/** Said with `format`, it is one document, read as that says. */
function* printedBy(stdout: string, format: string | undefined): Generator<Scraped> {
  // A pipe whose first command failed prints nothing and ends with 0: that is no list without items.
  if (stdout === "")
    throw new Error("The script printed nothing, so nothing is known about its items. Print [] when there are none.");
  if (format !== undefined && !/^(?:json|ya?ml)$/i.test(format)) {
    yield { document: stdout };
    return;
  }
  const read = valueIn(stdout);
  if (Array.isArray(read)) for (const one of read as unknown[]) yield { document: one };
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

/** An object a line. */
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
const shortened = (text: string) => (text.length > longestReason ? `${text.slice(0, longestReason)}…` : text);
