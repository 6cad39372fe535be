// Keyboard shortcuts of the whole window. Keys pressed outside of fields run the shortcut registered for them. Each
// shortcut has a label, which the help lists.
import { useEffect } from "react";
import { isHandledElsewhere, keyOf } from "./keys.ts";

export interface Shortcut {
  /** `?`, `mod+k` (Ctrl, or Command on a Mac), or a sequence of two: `g h`. */
  keys: string;
  /** The label in the help. */
  label: string;
  group: string;
  run: () => void;
}

/** A second key that follows later than this starts a new sequence. */
const SEQUENCE_MS = 1500;

export class Shortcuts {
  #lists: readonly (readonly Shortcut[])[] = [];
  #pending: { key: string; at: number } | undefined;
  #listeners = new Set<() => void>();
  #known: readonly Shortcut[] = [];

  /**
   * Registers shortcuts until the returned function is called. The latest registration of a key wins, so a page
   * overrides the shell.
   */
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

  /** Returns whether the key was used, alone or in a sequence. */
  press(key: string, now: number): boolean {
    const sequence = this.#pending && now - this.#pending.at < SEQUENCE_MS ? `${this.#pending.key} ${key}` : undefined;
    this.#pending = undefined;
    const shortcut = (sequence && this.#find(sequence)) || this.#find(key);
    if (shortcut) {
      shortcut.run();
      return true;
    }
    if (!this.#known.some(({ keys }) => keys.startsWith(`${key} `))) return false;
    this.#pending = { key, at: now };
    return true;
  }

  #find = (keys: string) => this.#known.find((shortcut) => shortcut.keys === keys);
}

export const shortcuts = new Shortcuts();

/** Registers shortcuts while a component is mounted. Pass a stable list. */
export function useShortcuts(list: readonly Shortcut[]) {
  useEffect(() => shortcuts.add(list), [list]);
}

/** Listens to the keys of the whole window until the returned function is called. */
export function hearKeys(registry: Shortcuts = shortcuts): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const key = keyOf(event);
    if (key === undefined || isHandledElsewhere(event.target, key)) return;
    if (registry.press(key, performance.now())) event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
