// The errors that a job left behind, as texts. Rows of other writers hold what they like.

const MOST = 5;

export function errorsOf(details: unknown, isWanted: (error: string) => boolean = () => true): readonly string[] {
  const found = typeof details === "object" && details !== null && "errors" in details ? details.errors : undefined;
  const texts = (Array.isArray(found) ? found : found === undefined ? [] : [found])
    .map(textOf)
    .filter((text) => text !== "" && isWanted(text));
  return [...new Set(texts)].slice(0, MOST);
}

function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null) return "";
  const said = ["error", "message", "text"].map((key) => (error as Record<string, unknown>)[key]);
  return said.find((one): one is string => typeof one === "string" && one !== "") ?? JSON.stringify(error);
}
