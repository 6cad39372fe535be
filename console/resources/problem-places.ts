// What the server found wrong with a row, by place: the form shows each where it stands. Pure.
import type { SchemaProblem } from "#console/widgets/form/json-schema.ts";
import { type BadPart, Problem } from "#language/problem.ts";

export interface PlacedProblems {
  /** Of columns: `name`. */
  columns: Readonly<Record<string, string>>;
  /** Inside the spec. */
  spec: readonly SchemaProblem[];
}

export const NO_PROBLEMS: PlacedProblems = { columns: {}, spec: [] };

export function placesOf(error: unknown): PlacedProblems {
  const fields = error instanceof Problem && Array.isArray(error.parts["fields"]) ? error.parts["fields"] : [];
  const columns: Record<string, string> = {};
  const spec: SchemaProblem[] = [];
  for (const { path, message, place } of fields as BadPart[]) {
    const [column = "", ...rest] = path.split(".");
    // What is wrong inside a text is told in a sentence of its own.
    const said = place ? message : sentence(message, rest.length === 0 ? column : undefined);
    if (column === "spec" && rest.length > 0)
      spec.push({ path: rest.map(step), message: said, ...(place && { place }) });
    else columns[column] ??= said;
  }
  return { columns, spec };
}

const step = (key: string) => (/^\d+$/.test(key) ? Number(key) : key);

/** The server continues the name of the field; under the field it stands alone. */
export function sentence(message: string, column = "field"): string {
  if (message === "is required") return "This field is required";
  return `This ${column === "name" ? "name" : "field"} ${message}`;
}

/** What PostgreSQL says when a name is taken, in words for who chose it. */
export function named(error: unknown, { kind, name }: { kind: string; name: string }): unknown {
  if (!(error instanceof Problem) || error.code !== "23505") return error;
  const message = `There is already a ${kind} named ${JSON.stringify(name)}. Please choose another name.`;
  return new Problem("conflict", message, { cause: error, parts: { fields: [{ path: "name", message: "is taken" }] } });
}
