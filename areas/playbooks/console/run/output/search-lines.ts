// Finds the lines that contain a text. Each chunk is searched in a separate task, so that a large output does not block
// the page.
import { plainText } from "#lib/logs/ansi.ts";
import { nextTask } from "./follow-output.ts";
import type { LineStore } from "./line-store.ts";

/** Maximum number of matches. More matches do not help a reader. */
export const MAX_MATCHES = 10_000;

export interface Matches {
  /** The indices of lines, ascending. */
  lines: readonly number[];
  isCut: boolean;
  /** Whether the search is still running. */
  isPending?: boolean;
}

export const NO_MATCHES: Matches = { lines: [], isCut: false };

/** Upper case letters in the searched text make the search case-sensitive. */
export async function searchLines(
  store: Pick<LineStore, "chunks" | "rest" | "count">,
  searched: string,
  signal: AbortSignal,
): Promise<Matches> {
  const ignoresCase = searched === searched.toLowerCase();
  const found: number[] = [];
  const chunks = [...store.chunks, ...(store.rest === "" ? [] : [{ text: store.rest, before: store.count - 1 }])];
  for (const { text, before } of chunks) {
    if (signal.aborted) return NO_MATCHES;
    const plain = text.includes("\u001b") ? text.split("\n").map(plainText).join("\n") : text;
    addMatches(found, ignoresCase ? plain.toLowerCase() : plain, searched, before);
    if (found.length >= MAX_MATCHES) return { lines: found.slice(0, MAX_MATCHES), isCut: true };
    await nextTask();
  }
  return { lines: found, isCut: false };
}

function addMatches(found: number[], text: string, searched: string, before: number): void {
  let line = before;
  let counted = 0;
  for (let at = text.indexOf(searched); at >= 0 && found.length < MAX_MATCHES;) {
    for (let end = text.indexOf("\n", counted); end >= 0 && end < at; end = text.indexOf("\n", counted)) {
      line += 1;
      counted = end + 1;
    }
    found.push(line);
    // A line counts once.
    const next = text.indexOf("\n", at);
    at = next < 0 ? -1 : text.indexOf(searched, next);
  }
}
