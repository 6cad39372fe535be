// Words that config items must have: in their names, labels, tags or documents.
import type { Statement } from "#server/selector/condition.ts";

/** A condition on config_items, whose row is called r; nothing when no word is said. */
export function searched(text: string | null | undefined, statement: Statement): string[] {
  if (!text?.trim()) return [];
  return [`r.id in (select s.config_id from config_search s where s.words @@ words_query(${statement.value(text)}))`];
}
