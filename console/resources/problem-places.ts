// Assigns the problems that the server reported to the fields of the form. Pure functions.
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { type BadPart, Problem } from "#language/problem.ts";

export interface PlacedProblems {
  /** By column: `name`. */
  columns: Readonly<Record<string, string>>;
  /** Problems inside the spec, by path. */
  spec: readonly SchemaProblem[];
}

export const NO_PROBLEMS: PlacedProblems = { columns: {}, spec: [] };

export function placesOf(error: unknown): PlacedProblems {
  const fields = error instanceof Problem && Array.isArray(error.parts["fields"]) ? error.parts["fields"] : [];
  const columns: Record<string, string> = {};
  const spec: SchemaProblem[] = [];
  for (const { path, message, place } of fields as BadPart[]) {
    const [column = "", ...rest] = path.split(".");
    // A message about a position inside a string is already a full sentence.
    const text = place ? message : sentence(message, rest.length === 0 ? column : undefined);
    if (column === "spec" && rest.length > 0)
      spec.push({ path: rest.map(step), message: text, ...(place && { place }) });
    else columns[column] ??= text;
  }
  return { columns, spec };
}

const step = (key: string) => (/^\d+$/.test(key) ? Number(key) : key);

/** The server's message is written to follow the field's name. Below the field, the message needs its own subject. */
export function sentence(message: string, column = "field"): string {
  if (message === "is required") return "This field is required";
  return `This ${column === "name" ? "name" : "field"} ${message}`;
}

/** Explains PostgreSQL's unique violation for a duplicate name. */
export function named(error: unknown, { kind, name }: { kind: string; name: string }): unknown {
  if (!(error instanceof Problem) || error.code !== "23505") return error;
  const message = `There is already a ${kind} named ${JSON.stringify(name)}. Please choose another name.`;
  return new Problem("conflict", message, { cause: error, parts: { fields: [{ path: "name", message: "is taken" }] } });
}
