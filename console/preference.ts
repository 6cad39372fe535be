// Preferences of a person in this browser, kept in local storage and shared by all tabs. If storage is disabled, a
// value lasts as long as the page.
import { useSyncExternalStore } from "react";

export interface Preference<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls the listener when the value is set, here or in another tab. */
  subscribe(listener: () => void): () => void;
}

/** `parse` receives null if nothing is stored, and must return the same object for the same text. */
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
  const onStorage = (event: StorageEvent) => {
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
      if (listeners.size === 0) addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
  };
}

export const usePreference = <Value>(source: Pick<Preference<Value>, "get" | "subscribe">) =>
  useSyncExternalStore(source.subscribe, source.get);
