// Reads the problems of single parameters from a refused request.
import { type BadPart, Problem } from "#language/problem.ts";

export function problemsByParameter(error: unknown): Readonly<Record<string, string>> {
  const fields = error instanceof Problem && Array.isArray(error.parts["fields"]) ? error.parts["fields"] : [];
  return Object.fromEntries((fields as BadPart[]).map(({ path, message }) => [path.replace(/^params\./, ""), message]));
}
