// What a person prefers on this machine, kept in local storage and shared by all tabs. Where storage is forbidden the
// choice lasts as long as the page.
import { useSyncExternalStore } from "react";

export interface Preference<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back when the value was set, here or in another tab. */
  subscribe(listener: () => void): () => void;
}

/** `parse` gets null when nothing was stored and must answer with the same object for the same text. */
export function preference<Value>(
  key: string,
  parse: (stored: string | null) => Value,
  print: (value: Value) => string = String,
): Preference<Value> {
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  let unstored: string | undefined;

  const read = () => {
    if (unstored !== undefined) return unstored;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) notify();
  };

  return {
    get: () => parse(read()),
    set(value) {
      const text = print(value);
      try {
        localStorage.setItem(key, text);
        unstored = undefined;
      } catch {
        unstored = text;
      }
      notify();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", hear);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", hear);
      };
    },
  };
}

export const usePreference = <Value>(of: Preference<Value>) => useSyncExternalStore(of.subscribe, of.get);
