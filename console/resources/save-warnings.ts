// Warnings of a successful save: the `Warning` header of the data API (server/data-api/warning-header.ts).

/** Returns the messages of all warnings. */
export const warningsOf = ({ headers }: Pick<Response, "headers">): readonly string[] =>
  [...(headers.get("warning") ?? "").matchAll(/\b299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    text!.replaceAll(/\\(.)/g, "$1"),
  );

/** Contains only the first warning in full, since a toast is short and the resource's page lists all of them. */
export function savedWith(what: string, warnings: readonly string[]): string {
  const [first, ...more] = warnings;
  return `${what}, with ${countOf(warnings.length)} that ${more.length === 0 ? "has" : "have"} no effect. ${first}${more.length > 0 ? ` … and ${more.length} more` : ""}`;
}

export const countOf = (fields: number) =>
  `${fields.toLocaleString("en")} unknown ${fields === 1 ? "field" : "fields"}`;
