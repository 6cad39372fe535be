// What somebody chose last, on this machine. Names of things are kept with it, so it is one person's: another who signs in
// here sees nothing of it.
import { preference } from "#console/preference.ts";
import type { FoundThing } from "#console/shell/area.ts";

export interface Remembered {
  key: string;
  /** Of a thing, since nothing else knows its name without asking. */
  thing?: FoundThing;
}

export interface Recent {
  person: string;
  choices: readonly Remembered[];
}

const KEPT = 5;
const nobody: Recent = { person: "", choices: [] };

let lastText: string | null = null;
let lastRecent = nobody;

/** The same text gives the same object. */
export const recent = preference<Recent>(
  "paletteRecent",
  (stored) => {
    if (stored !== lastText) [lastText, lastRecent] = [stored, parseRecent(stored)];
    return lastRecent;
  },
  (value) => JSON.stringify(value),
);

export const recentOf = (of: Recent, person: string) => (of.person === person ? of.choices : []);

export function remember(person: string, choice: Remembered) {
  const before = recentOf(recent.get(), person).filter(({ key }) => key !== choice.key);
  recent.set({ person, choices: [choice, ...before].slice(0, KEPT) });
}

/** What storage holds may have been written by anybody: whatever is no choice is left out. */
export function parseRecent(text: string | null): Recent {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isObject(stored) || typeof stored["person"] !== "string" || !Array.isArray(stored["choices"])) return nobody;
    return { person: stored["person"], choices: stored["choices"].filter(isRemembered).slice(0, KEPT) };
  } catch {
    return nobody;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isRemembered = (value: unknown): value is Remembered =>
  isObject(value) &&
  typeof value["key"] === "string" &&
  (value["thing"] === undefined ||
    (isObject(value["thing"]) &&
      ["kind", "id", "name", "icon", "detail"].every((field) => typeof (value["thing"] as never)[field] === "string")));
