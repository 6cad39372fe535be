// Names and texts as people read them.

/** `technicalDebt` is "technical Debt", `HTTPServerError` "HTTP Server Error", `KubernetesV2Pod` "Kubernetes V2 Pod". */
export const splitCamelCase = (name: string) =>
  name.replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2 ");

/** The first letter large, the rest as it is. */
export const capitalise = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** A heading for a name that a program gave: `technicalDebt` and `technical_debt` are "Technical Debt". */
export const titleOf = (name: string) =>
  splitCamelCase(name)
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map(capitalise)
    .join(" ");

/** Words that mean one as they stand. */
const alone = /^(?:series|kubernetes|postgres|windows|news)$/i;

/** What one of them is called: "Response codes" are each a "Response code", "Queries" a "Query". */
export function singularOf(name: string): string {
  const [, before = "", last = ""] = /^(.*?)(\p{L}*)$/u.exec(name) ?? [];
  if (alone.test(last) || !last.endsWith("s") || /(?:ss|us|is)$/.test(last)) return name;
  if (last.endsWith("ies")) return `${before}${last.slice(0, -3)}y`;
  const isLong = /(?:ss|us|ias|x|ch|sh)es$/.test(last);
  return before + last.slice(0, isLong ? -2 : -1);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** At most so many characters as people count them, the last of them an ellipsis when something was left out. */
export function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}

/** "1 entry", "2 entries". */
export const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
