// The one module that owns the keys of the whole window: what is pressed where nobody types reaches the shortcut that
// claimed it. Whoever claims keys states what they do, and the help lists that.
import { useEffect } from "react";
import { isSpokenFor, keyOf } from "./keys.ts";

export interface Shortcut {
  /** As one writes them: `?`, `mod+k` (Ctrl, or Command on a Mac), or two after each other: `g h`. */
  keys: string;
  /** What they do, for the help. */
  label: string;
  group: string;
  run: () => void;
}

/** A second key that comes later than this begins anew. */
const SEQUENCE_MS = 1500;

export class Shortcuts {
  #lists: readonly (readonly Shortcut[])[] = [];
  #begun: { key: string; at: number } | undefined;
  #listeners = new Set<() => void>();
  #known: readonly Shortcut[] = [];

  /** Holds until the answer is called. Of two who claim the same keys the later one has them: a page over the shell. */
  add(list: readonly Shortcut[]): () => void {
    this.#change([...this.#lists, list]);
    return () => this.#change(this.#lists.filter((known) => known !== list));
  }

  #change(lists: readonly (readonly Shortcut[])[]) {
    this.#lists = lists;
    this.#known = [...new Map(lists.flat().map((shortcut) => [shortcut.keys, shortcut])).values()];
    for (const listener of this.#listeners) listener();
  }

  known = () => this.#known;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether the key means something here, alone or after the one before it. */
  press(key: string, now: number): boolean {
    const begun = this.#begun && now - this.#begun.at < SEQUENCE_MS ? `${this.#begun.key} ${key}` : undefined;
    this.#begun = undefined;
    const shortcut = (begun && this.#find(begun)) || this.#find(key);
    if (shortcut) {
      shortcut.run();
      return true;
    }
    if (!this.#known.some(({ keys }) => keys.startsWith(`${key} `))) return false;
    this.#begun = { key, at: now };
    return true;
  }

  #find = (keys: string) => this.#known.find((shortcut) => shortcut.keys === keys);
}

export const shortcuts = new Shortcuts();

/** Claims keys while a component is shown. The list must be the same one until it changes. */
export function useShortcuts(list: readonly Shortcut[]) {
  useEffect(() => shortcuts.add(list), [list]);
}

/** Hears the keys of the whole window, until the answer is called. */
export function hearKeys(of: Shortcuts = shortcuts): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const key = keyOf(event);
    if (key === undefined || isSpokenFor(event.target, key)) return;
    if (of.press(key, performance.now())) event.preventDefault();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}
