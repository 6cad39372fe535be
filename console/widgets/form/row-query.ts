// Queries of the data API for a list of options, in PostgREST syntax.

/** Maximum number of options. People would not read a longer list; typing finds the other rows. */
const MAX_OPTIONS = 50;

/** Quotes a value for use inside `or=(…)`. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;

/**
 * Matches a text anywhere, ignoring case. PostgREST reads `*` as a wildcard, so it is replaced by `_`, one character.
 */
export const anywhere = (text: string) => quoted(`*${text.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "_")}*`);

export interface RowQuery {
  columns: readonly string[];
  /** The columns to search. */
  searched: readonly string[];
  where?: Readonly<Record<string, string>>;
}

export function findRows({ columns, searched, where = {} }: RowQuery, text: string): Record<string, string> {
  const trimmed = text.trim();
  return {
    select: columns.join(","),
    deleted_at: "is.null",
    ...where,
    ...(trimmed !== "" && { or: `(${searched.map((column) => `${column}.ilike.${anywhere(trimmed)}`).join(",")})` }),
    order: "name.asc,id.asc",
    limit: `${MAX_OPTIONS}`,
  };
}

/** Includes deleted rows, so that a stored id can still be shown by name. */
export const rowById = ({ columns }: RowQuery, id: string): Record<string, string> => ({
  select: columns.join(","),
  id: `eq.${id}`,
});

export const optionQueries = {
  // Service accounts are also stored in this table, with a type; people have no type.
  people: { columns: ["id", "name", "email", "avatar"], searched: ["name", "email"], where: { type: "is.null" } },
  teams: { columns: ["id", "name", "icon"], searched: ["name"] },
  agents: { columns: ["id", "name", "description"], searched: ["name", "description"] },
} as const satisfies Readonly<Record<string, RowQuery>>;
