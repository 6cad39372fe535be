// The filter operators and their SQL.

export const comparisons: Readonly<Record<string, string>> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  isdistinct: "is distinct from",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
};

export const textSearches: Readonly<Record<string, string>> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
};

/** Operators that accept `(any)` and `(all)`. */
export const quantifiable: ReadonlySet<string> = new Set([
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "imatch",
]);

/** Operators that compare with a string pattern, in which clients write `*` as wildcard. */
export const patterns: ReadonlySet<string> = new Set(["like", "ilike"]);

export const operatorNames: readonly string[] = [...Object.keys(comparisons), ...Object.keys(textSearches), "in", "is"];
