// The choices of the palette and their order. Pure functions.

export interface Choice {
  /** A stable key, so that the choice can be remembered. */
  key: string;
  label: string;
  /** Distinguishes choices of the same name. */
  detail?: string;
  /** An interface icon or the name of a technology. */
  icon: string;
  health?: string | undefined;
  /** The equivalent keyboard shortcut. */
  keys?: string;
  /**
   * A choice has an address or an action. A choice without either, such as an item without a page, is shown but cannot
   * be chosen.
   */
  href?: string;
  /** Opens in a new tab. */
  isOutside?: boolean;
  run?: () => void;
}

export const isChoosable = ({ href, run }: Choice) => href !== undefined || run !== undefined;

/** The choices that contain all typed words, best match first; equal matches keep their order. */
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

/** The next or previous choice, cyclically. */
export function step(choosable: readonly Choice[], current: Choice | undefined, by: number): Choice | undefined {
  const at = current ? choosable.indexOf(current) : -1;
  return choosable.at((at + by) % (choosable.length || 1));
}

/**
 * Adds the end of the id to choices with the same name and detail. Ids that were created at the same time differ only
 * at the end.
 */
export function distinguished<Each extends Choice>(choices: readonly Each[]): readonly Each[] {
  const looks = choices.map(({ label, detail }) => `${label}\n${detail ?? ""}`);
  return choices.map((choice, index) => {
    if (looks.indexOf(looks[index]!) === looks.lastIndexOf(looks[index]!)) return choice;
    const id = `…${choice.key.slice(-6)}`;
    return { ...choice, detail: choice.detail ? `${choice.detail} · ${id}` : id };
  });
}
