// Formats names and text for people.

/**
 * Splits `technicalDebt` into "technical Debt", `HTTPServerError` into "HTTP Server Error", and `KubernetesV2Pod` into
 * "Kubernetes V2 Pod".
 */
export const splitCamelCase = (name: string) =>
  name.replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2 ");

/** Capitalizes only the first letter. */
export const capitalise = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Makes a heading from an identifier: `technicalDebt` and `technical_debt` become "Technical Debt". */
export const titleOf = (name: string) =>
  splitCamelCase(name)
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map(capitalise)
    .join(" ");

/** Words that end in s and are singular. */
const alone = /^(?:series|kubernetes|postgres|windows|news)$/i;

/** Returns the singular of a plural name: "Response codes" becomes "Response code", "Queries" becomes "Query". */
export function singularOf(name: string): string {
  const [, before = "", last = ""] = /^(.*?)(\p{L}*)$/u.exec(name) ?? [];
  if (alone.test(last) || !last.endsWith("s") || /(?:ss|us|is)$/.test(last)) return name;
  if (last.endsWith("ies")) return `${before}${last.slice(0, -3)}y`;
  const isLong = /(?:ss|us|ias|x|ch|sh)es$/.test(last);
  return before + last.slice(0, isLong ? -2 : -1);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a text to `maxLength` graphemes. If something is cut, the last grapheme is an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Formats a count: "1 entry", "2 entries". */
export const countOf = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`;
