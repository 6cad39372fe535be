// Finds the columns that a view reads from its queries. If no statement, expression or column of the view names a
// column, it cannot be shown, so it is not read.
import type { ViewSpec } from "../spec/view-spec.ts";

export interface Mentioned {
  mentions(column: string): boolean;
  readsAll: boolean;
}

export function mentionedIn({ merge = "", panels = [], columns = [], mapping = {} }: ViewSpec): Mentioned {
  const statements = [merge, ...panels.map(({ query }) => query)];
  const expressions = [...Object.values(mapping), JSON.stringify(columns).replaceAll(/\\[nrt]/g, " ")];
  // SQLite ignores case when it compares names.
  const words = new Set(
    [...statements, ...expressions]
      .join("\n")
      .toLowerCase()
      .match(/[a-z_]\w*/g),
  );
  return {
    mentions: (column) => words.has(column.toLowerCase()),
    readsAll:
      statements.some((text) => /(?:\bselect\b|\bdistinct\b|,|\.)\s*\*/i.test(text)) ||
      // The expression uses the whole row, or computes the name of a column.
      expressions.some((text) => /\brow\b(?!\s*\??\.|\s*\?\.)/.test(text)),
  };
}
