/**
 * Converts the stored errors of a run to strings. This server stores a list of strings; others store a string or a map.
 */
export function errorTexts(errors: unknown): string[] {
  if (errors === null || errors === undefined || errors === "") return [];
  if (Array.isArray(errors)) return errors.map(textOf);
  if (typeof errors === "object") return Object.entries(errors).map(([about, error]) => `${about}: ${textOf(error)}`);
  return [textOf(errors)];
}

const textOf = (error: unknown) => (typeof error === "string" ? error : JSON.stringify(error));
