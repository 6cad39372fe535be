// Queries of the data API for a list of options, as PostgREST writes them.

/** As many as anybody looks through; the line above finds the others. */
const MOST_OPTIONS = 50;

/** A value inside of `or=(…)`, whatever is in it. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;

/** Anywhere in a text, in either case. A star would stand for anything, so any one character stands for it. */
export const anywhere = (text: string) => quoted(`*${text.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "_")}*`);

export interface RowQuery {
  columns: readonly string[];
  /** The columns that a text is looked for in. */
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
    limit: `${MOST_OPTIONS}`,
  };
}

/** Deleted or not: what is stored has a name. */
export const rowById = ({ columns }: RowQuery, id: string): Record<string, string> => ({
  select: columns.join(","),
  id: `eq.${id}`,
});

/** What is asked for to choose one of them. */
export const optionQueries = {
  // Programs have rows there, too; nobody chooses those.
  people: { columns: ["id", "name", "email", "avatar"], searched: ["name", "email"], where: { type: "is.null" } },
  teams: { columns: ["id", "name", "icon"], searched: ["name"] },
  agents: { columns: ["id", "name", "description"], searched: ["name", "description"] },
} as const satisfies Readonly<Record<string, RowQuery>>;
