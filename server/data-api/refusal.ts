// The errors of the data API: PostgREST's codes and messages, which its clients expect.
import { Problem, type ProblemId, type ProblemOptions } from "#language/problem.ts";

const refuse = (code: string, id: ProblemId, message: string, options: ProblemOptions = {}) =>
  new Problem(id, message, { code, ...options });

export const refusal = {
  /** A parameter that cannot be parsed, with the position of the error. */
  unreadable: (parameter: string, text: string, at: number, expected: string) =>
    refuse("PGRST100", "invalid", `failed to parse ${parameter} (${text}) (line 1, column ${at + 1})`, {
      details:
        at >= text.length
          ? `unexpected end of input, expecting ${expected}`
          : `unexpected ${JSON.stringify(text[at])}, expecting ${expected}`,
    }),
  badBody: (details?: string) => refuse("PGRST102", "invalid", "Empty or invalid json", { details }),
  keysDiffer: () => refuse("PGRST102", "invalid", "All object keys must match"),
  rangeBeyond: (offset: number, total: number) =>
    refuse("PGRST103", "range_not_satisfiable", "Requested range not satisfiable", {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    }),
  badRange: (details: string) =>
    refuse("PGRST103", "range_not_satisfiable", "Requested range not satisfiable", { details }),
  noSchema: (name: string) =>
    refuse("PGRST106", "not_acceptable", `Invalid schema: ${name}`, {
      hint: "Only the following schemas are exposed: public",
    }),
  putFilters: () =>
    refuse(
      "PGRST105",
      "method_not_allowed",
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  notAcceptable: (types: string) =>
    refuse("PGRST107", "not_acceptable", `None of these media types are available: ${types}`),
  notEmbedded: (name: string) =>
    refuse("PGRST108", "invalid", `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  putRange: () => refuse("PGRST114", "invalid", "limit/offset querystring parameters are not allowed for PUT"),
  putMismatch: () => refuse("PGRST115", "invalid", "Payload values do not match URL in primary key column(s)"),
  notSingular: (rows: number) =>
    refuse("PGRST116", "not_acceptable", "Cannot coerce the result to a single JSON object", {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => refuse("PGRST117", "method_not_allowed", `Unsupported HTTP method: ${method}`),
  orderNotToOne: (origin: string, target: string) =>
    refuse("PGRST118", "invalid", `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  onlyNullOnEmbed: (name: string) =>
    refuse("PGRST120", "invalid", "Bad operator on an embedded resource", {
      details: `Only is null or not is null filters are allowed on embedded resources, and '${name}' is one`,
    }),
  badPreference: (preferences: string) =>
    refuse("PGRST122", "invalid", "Invalid preferences given with handling=strict", {
      details: `Invalid preferences: ${preferences}`,
    }),
  tooManyAffected: (rows: number) =>
    refuse("PGRST124", "invalid", "Query result exceeds max-affected preference constraint", {
      details: `The query affects ${rows} rows`,
    }),
  notImplemented: (details: string) => refuse("PGRST127", "invalid", "Feature not implemented", { details }),
  noRelationship: (origin: string, target: string, hint: string | undefined) =>
    refuse(
      "PGRST200",
      "invalid",
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      {
        details:
          `Searched for a foreign key relationship between '${origin}' and '${target}'` +
          `${hint === undefined ? "" : ` using the hint '${hint}'`} in the schema 'public', but no matches were found.`,
      },
    ),
  ambiguous: (origin: string, target: string, candidates: readonly { hint: string; description: string }[]) =>
    refuse(
      "PGRST201",
      "invalid",
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      {
        status: 300,
        details: candidates.map(({ description }) => description).join("; "),
        hint: `Try changing '${target}' to one of the following: ${candidates.map(({ hint }) => `'${target}!${hint}'`).join(", ")}. Find the desired relationship in the 'details' key.`,
      },
    ),
  noFunction: (name: string, parameters: readonly string[], hint?: string) =>
    refuse(
      "PGRST202",
      "not_found",
      `Could not find the function public.${name}${parameters.length > 0 ? `(${parameters.join(", ")})` : " without parameters"} in the schema cache`,
      { hint },
    ),
  manyFunctions: (candidates: readonly string[]) =>
    refuse("PGRST203", "invalid", `Could not choose the best candidate function between: ${candidates.join(", ")}`, {
      status: 300,
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    }),
  noPayloadColumn: (relation: string, column: string) =>
    refuse("PGRST204", "invalid", `Could not find the '${column}' column of '${relation}' in the schema cache`),
  noRelation: (name: string, suggestion: string | undefined) =>
    refuse("PGRST205", "not_found", `Could not find the table 'public.${name}' in the schema cache`, {
      hint: suggestion === undefined ? undefined : `Perhaps you meant the table 'public.${suggestion}'`,
    }),
  noColumn: (relation: string, column: string) =>
    refuse("42703", "invalid", `column ${relation}.${column} does not exist`),
  masked: (relation: string, column: string) =>
    refuse(
      "42501",
      "invalid",
      `column ${relation}.${column} is secret: it cannot be filtered, sorted or computed with`,
      {
        hint: `Select it to see whether it is set (***), or use has_${column}.`,
      },
    ),
  noType: (type: string) => refuse("42704", "invalid", `type "${type}" does not exist`),
  noFilter: (verb: string) =>
    refuse("21000", "invalid", `${verb} requires a WHERE clause`, {
      hint: "Select the rows with a filter, such as ?id=eq.1.",
    }),
  tooDeep: (details: string) => refuse("PGRST100", "invalid", "The request is nested too deeply", { details }),
};
