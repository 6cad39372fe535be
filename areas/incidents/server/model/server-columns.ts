// Columns of incidents that only the server sets, and texts that an administrator has redacted.
import { isDeepStrictEqual } from "node:util";
import { problem } from "#language/problem.ts";
import type { Row, WriteContext } from "#server/db/writes.ts";

/**
 * Removes the columns from new rows. Clients send whole rows back, so an update may contain the unchanged stored
 * values.
 */
export function dropServerColumns(
  { actor, verb }: Pick<WriteContext, "actor" | "verb">,
  columns: readonly string[],
  rows: readonly Row[],
  before: readonly Row[],
): readonly Row[] {
  if (actor.kind === "system") return rows;
  return rows.map((row) => {
    const sent = columns.filter((column) => Object.hasOwn(row, column));
    const changed = sent.filter((column) =>
      before.some((stored) => (stored[column] ?? null) !== (row[column] ?? null)),
    );
    if (verb === "update" && changed.length > 0)
      throw problem.badParts(changed.map((path) => ({ path, message: "is set by the server" })));
    if (verb === "update") return row;
    return Object.fromEntries(Object.entries(row).filter(([column]) => !sent.includes(column)));
  });
}

export const redactionColumns = ["redacted_at", "redacted_by", "redaction_reason"] as const;

/** The text that replaces a redacted text. */
export const redactedText = "(redacted)";

/** A redacted text cannot be edited. */
export function refuseRedacted(texts: readonly string[], rows: readonly Row[], before: readonly Row[]): void {
  const isRewritten = (stored: Row) =>
    rows.some((row) =>
      texts.some((column) => Object.hasOwn(row, column) && !isDeepStrictEqual(row[column], stored[column])),
    );
  if (before.some((stored) => (stored["redacted_at"] ?? null) !== null && isRewritten(stored)))
    throw problem.conflict("An administrator has redacted this text, so it cannot be changed.");
}
