// Back through the versions of a document, from what it is today. Each diff is taken back; one that does not fit says that
// something was not kept, and nothing is told of what lies before.
import { setImmediate as nextTurn } from "node:timers/promises";
import { normalText } from "../../normal-text.ts";
import type { QueryClient } from "#server/db/pool.ts";
import { DoesNotFit, parseHunks, revertHunks, type Traced } from "./hunks.ts";
import { isTextOf } from "./text-hash.ts";
import { versionsBackwards, type KeptItem, type KeptVersion } from "./read-history.ts";

export interface Gap {
  /** What is known of the document holds from then on. */
  before: string;
  reason: string;
}

export interface Step<Mark> {
  version: KeptVersion;
  /** The document before this version; undefined when it cannot be told. */
  before: Traced<Mark> | undefined;
  /** What is known of the document is not what this version led to, or not how it came to that. */
  gap: Gap | undefined;
}

/** Larger documents are looked at as they are, and no further back. */
const mostText = 8_000_000;

export const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

/** Step by step; the caller stops when he has seen enough. `onCame` is told whose lines came with the version at hand. */
export async function* walkBack<Mark>(
  db: QueryClient,
  item: KeptItem,
  {
    mark,
    unknown,
    onCame,
  }: { mark: (line: number) => Mark; unknown: Mark; onCame: (mark: Mark, version: KeptVersion) => void },
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
    // Others want to be answered, too.
    if (performance.now() - turned > 10) {
      await nextTurn();
      turned = performance.now();
    }
  }

  /** Goes back over one version, unless it is not the one that led here. */
  function gapAt(version: KeptVersion): Gap | undefined {
    if (item.lost_until !== null && Date.parse(version.at) <= Date.parse(item.lost_until)) return lost(item);
    const notKept = { before: oldest ?? item.updated_at ?? version.at, reason: wasNotKept };
    if (version.config_hash !== null && !isTextOf(version.config_hash, `${traced.lines.join("\n")}\n`)) return notKept;
    if (text.length > mostText) return { before: version.at, reason: "The document is too large to be followed back." };
    try {
      const came: Mark[] = [];
      traced = revertHunks(traced, parseHunks(version.diff), { unknown, onCame: (one) => came.push(one) });
      for (const one of came) onCame(one, version);
      return undefined;
    } catch (error) {
      if (error instanceof DoesNotFit) return notKept;
      throw error;
    }
  }
}

const wasNotKept = "A change of the document was not kept, so that what it was before is not known.";

/** Nobody knows what was before one that was taken away. */
const lost = ({ lost_until }: KeptItem): Gap | undefined =>
  lost_until === null ? undefined : { before: lost_until, reason: wasNotKept };

const tooMany = (before: string): Gap => ({
  before,
  reason: "There are more versions than are looked back through.",
});
