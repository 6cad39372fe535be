// Walks back through the versions of a document, from the current version. Each diff is reverted. If a diff does not
// match, a version is missing, and older documents are unknown.
import { setImmediate as nextTurn } from "node:timers/promises";
import { normalText } from "../../normal-text.ts";
import type { QueryClient } from "#server/db/pool.ts";
import { DiffMismatch, parseHunks, revertHunks, type Traced, isTextOf } from "./hunks.ts";
import { versionsBackwards, type KeptItem, type KeptVersion } from "./read-history.ts";

export interface Gap {
  /** The document is known from this time on. */
  before: string;
  reason: string;
}

export interface Step<Mark> {
  version: KeptVersion;
  /** The document before this version; undefined if it is unknown. */
  before: Traced<Mark> | undefined;
  /** Set if the result of this version is not the known document, or if its diff does not match. */
  gap: Gap | undefined;
}

/** Maximum size of a document whose history is read. */
const maxTextLength = 8_000_000;

export const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

/**
 * Yields one step per version; the caller may stop at any step. Calls `onAdded` with the marks of the lines that a
 * version added.
 */
export async function* walkBack<Mark>(
  db: QueryClient,
  item: KeptItem,
  {
    mark,
    unknown,
    onAdded,
  }: { mark: (line: number) => Mark; unknown: Mark; onAdded: (mark: Mark, version: KeptVersion) => void },
): AsyncGenerator<Step<Mark>, Gap | undefined, undefined> {
  const text = normalText(item.config);
  const lines = linesOf(text);
  let traced: Traced<Mark> = { lines, marks: lines.map((_, line) => mark(line)) };
  const versions = versionsBackwards(db, item.id);
  let turned = performance.now();
  let oldest: string | undefined;
  for (;;) {
    const { value, done } = await versions.next();
    if (done) return value === "all" ? lost(item) : tooMany(oldest ?? item.created_at);
    const gap = gapAt(value);
    if (gap) {
      yield { version: value, before: undefined, gap };
      return gap;
    }
    oldest = value.at;
    yield { version: value, before: traced, gap: undefined };
    // Reverting is synchronous, so this lets other requests run in between.
    if (performance.now() - turned > 10) {
      await nextTurn();
      turned = performance.now();
    }
  }

  /** Reverts one version; returns the gap if the result of the version is not the current text. */
  function gapAt(version: KeptVersion): Gap | undefined {
    if (item.lost_until !== null && Date.parse(version.at) <= Date.parse(item.lost_until)) return lost(item);
    const notSaved = { before: oldest ?? item.updated_at ?? version.at, reason: versionMissing };
    if (version.config_hash !== null && !isTextOf(version.config_hash, `${traced.lines.join("\n")}\n`)) return notSaved;
    if (text.length > maxTextLength)
      return { before: version.at, reason: "The document is too large for its history to be read." };
    try {
      const added: Mark[] = [];
      traced = revertHunks(traced, parseHunks(version.diff), { unknown, onAdded: (lineMark) => added.push(lineMark) });
      for (const lineMark of added) onAdded(lineMark, version);
      return undefined;
    } catch (error) {
      if (error instanceof DiffMismatch) return notSaved;
      throw error;
    }
  }
}

const versionMissing = "A change of the document was not stored, so the document before it is unknown.";

/** The document before a deleted version is unknown. */
const lost = ({ lost_until }: KeptItem): Gap | undefined =>
  lost_until === null ? undefined : { before: lost_until, reason: versionMissing };

const tooMany = (before: string): Gap => ({
  before,
  reason: "The item has more versions than can be read.",
});
