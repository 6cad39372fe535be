// A rule whose filter cannot be evaluated is paused, and its error is stored. It is tried again after an hour, or when
// it changes.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Rule } from "../rules/rule-book.ts";

export const isPaused = ({ error, errorAt }: Pick<Rule, "error" | "errorAt">, now: number, resetMs: number) =>
  error !== null && (errorAt === null || now - Date.parse(errorAt) < resetMs);

export async function pauseRule(tx: Tx, { id, filter }: Rule, error: string): Promise<void> {
  // A rule that was changed in the meantime is tried with its new filter.
  await sql`
    update notifications set error = ${error}, error_at = now()
    where  id = ${id} and coalesce(filter, '') = ${filter ?? ""}`.execute(tx);
}

export async function clearRuleError(tx: Tx, { id }: Rule): Promise<void> {
  await sql`update notifications set error = null, error_at = null where id = ${id}`.execute(tx);
}
