// Counts of the items and errors of a dry run.
import type { DryRunItem } from "../../scraping.contract.ts";

export const actions = ["added", "updated", "unchanged", "deleted"] as const;

export function countsOf(items: readonly Pick<DryRunItem, "action">[]): Record<DryRunItem["action"], number> {
  const counts = { added: 0, updated: 0, unchanged: 0, deleted: 0 };
  for (const { action } of items) counts[action] += 1;
  return counts;
}

/** Distinct errors in order of occurrence, each with its count. */
export const tallied = (errors: readonly string[]): [error: string, count: number][] =>
  [...Map.groupBy(errors, (error) => error)].map(([error, same]) => [error, same.length]);
