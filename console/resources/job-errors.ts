// Reads the errors of a job as strings. Rows written by other programs may have different formats.

import { DAY } from "#lib/time/zoned-time.ts";

const MAX_ERRORS = 5;

/** Whether the job began more than a day ago. Its errors are then not shown like a current failure. */
export const isOldError = (startedAt: string | null | undefined, now: number): boolean =>
  now - Date.parse(startedAt ?? "") > DAY;

export function errorsOf(details: unknown, isWanted: (error: string) => boolean = () => true): readonly string[] {
  const found = typeof details === "object" && details !== null && "errors" in details ? details.errors : undefined;
  const texts = (Array.isArray(found) ? found : found === undefined ? [] : [found])
    .map(textOf)
    .filter((text) => text !== "" && isWanted(text));
  return [...new Set(texts)].slice(0, MAX_ERRORS);
}

function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return "";
  const texts = ["error", "message", "text"].map((key) => (error as Record<string, unknown>)[key]);
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? JSON.stringify(error);
}
