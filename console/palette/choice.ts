// What the palette offers, and in which order. Pure: pages, actions and what was typed in, groups out.

export interface Choice {
  /** The same each time, so that it can be remembered. */
  key: string;
  label: string;
  /** What tells it from others of its name. */
  detail?: string;
  /** Of the interface's own, or the name of a technology. */
  icon: string;
  health?: string | undefined;
  /** The keys that do the same. */
  keys?: string;
  /** Leads to an address or does something. What does neither can be read and not chosen: a thing without a page. */
  href?: string;
  /** In a new tab. */
  isOutside?: boolean;
  run?: () => void;
}

export const isChoosable = ({ href, run }: Choice) => href !== undefined || run !== undefined;

/** Those that have all typed words in them, where each may begin a word; the closest first, else as they were. */
export function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices
    .flatMap((choice) => {
      const rank = rankOf(`${choice.label} ${choice.detail ?? ""}`.toLowerCase(), words);
      return rank === undefined ? [] : [{ choice, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

function rankOf(name: string, words: readonly string[]): number | undefined {
  if (!words.every((word) => name.includes(word))) return undefined;
  if (name.startsWith(words[0] ?? "")) return 0;
  const parts = name.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2;
}

/** The next one to choose, round and round. */
export function step(choosable: readonly Choice[], current: Choice | undefined, by: number): Choice | undefined {
  const at = current ? choosable.indexOf(current) : -1;
  return choosable.at((at + by) % (choosable.length || 1));
}
