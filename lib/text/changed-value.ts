// Describes the change of one value in few words: "1.4.0 → 1.5.0". No side effects.

export interface ChangedValue {
  before: string;
  after: string;
}

/** The separators that end a common prefix: the end of a path, of an image name or of a word. */
const ENDS = /[/:@=,\s]/;

/**
 * Removes the common prefix of both values, up to its last separator. For two tags of one image, only the tags remain.
 */
export function printChangedValue({ before, after }: ChangedValue): string {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  while (same > 0 && !ENDS.test(before[same - 1]!)) same -= 1;
  const [was, is] = [before.slice(same), after.slice(same)];
  return `${was === "" ? "(empty)" : was} → ${is === "" ? "(empty)" : is}`;
}

const MAX_LENGTH = 80;

/** The only value that a unified diff of JSON or YAML changes; undefined if it changes several lines or a long text. */
export function changedValueIn(diff: string): ChangedValue | undefined {
  const lines = diff.split("\n").filter((line) => /^[-+](?!--|\+\+)/.test(line));
  const [removed, added] = lines;
  if (lines.length !== 2 || removed?.[0] !== "-" || added?.[0] !== "+") return undefined;
  const [was, is] = [fieldIn(removed), fieldIn(added)];
  if (!was || !is || was.key !== is.key || was.value === is.value) return undefined;
  if (was.value.length > MAX_LENGTH || is.value.length > MAX_LENGTH) return undefined;
  return { before: was.value, after: is.value };
}

/** `-    image: api:1.4.0` or `-    "image": "api:1.4.0",` as its key and its value without quotes. */
function fieldIn(line: string): { key: string; value: string } | undefined {
  const [, key, value] = /^[-+]\s*(?:- )?("[^"]+"|[^":\s]+):\s+(\S.*)$/.exec(line) ?? [];
  if (key === undefined || value === undefined) return undefined;
  // Only JSON has quoted keys here, and its lines end with a comma.
  const written = key.startsWith('"') ? value.replace(/,$/, "") : value;
  return { key, value: written.replace(/^(["'])(.*)\1$/, "$2") };
}
