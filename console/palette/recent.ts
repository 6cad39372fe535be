// The recent choices of a person in this browser. They contain names of items, so they belong to one person: another
// person who signs in here does not see them.
import { preference } from "#console/preference.ts";
import type { FoundThing } from "#console/shell/area.ts";

export interface Remembered {
  key: string;
  /** The chosen item is stored completely, because its name would otherwise have to be requested. */
  thing?: FoundThing;
}

export interface Recent {
  person: string;
  choices: readonly Remembered[];
}

const MAX_CHOICES = 5;
const noChoices: Recent = { person: "", choices: [] };

let lastText: string | null = null;
let lastRecent = noChoices;

/** Cached, so that the same text returns the same object. */
export const recent = preference<Recent>(
  "paletteRecent",
  (stored) => {
    if (stored !== lastText) [lastText, lastRecent] = [stored, parseRecent(stored)];
    return lastRecent;
  },
  (value) => JSON.stringify(value),
);

export const recentOf = (stored: Recent, person: string) => (stored.person === person ? stored.choices : []);

export function remember(person: string, choice: Remembered) {
  const before = recentOf(recent.get(), person).filter(({ key }) => key !== choice.key);
  recent.set({ person, choices: [choice, ...before].slice(0, MAX_CHOICES) });
}

/** Validates the stored text and ignores invalid choices. */
export function parseRecent(text: string | null): Recent {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isObject(stored) || typeof stored["person"] !== "string" || !Array.isArray(stored["choices"]))
      return noChoices;
    return { person: stored["person"], choices: stored["choices"].filter(isRemembered).slice(0, MAX_CHOICES) };
  } catch {
    return noChoices;
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
