// Searches the words in names, labels, tags and documents of config items.
import type { Statement } from "#server/selector/condition.ts";

/** Returns a condition on config_items r; empty without a search text. */
export function searched(text: string | null | undefined, statement: Statement): string[] {
  if (!text?.trim()) return [];
  return [`r.id in (select s.config_id from config_search s where s.words @@ words_query(${statement.value(text)}))`];
}
