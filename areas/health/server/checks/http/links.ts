// Finds the links of a web page. Only the tags are read; scripts do not run.

/** The attribute that contains the link, by tag. */
const leading: Readonly<Record<string, string>> = {
  a: "href",
  area: "href",
  link: "href",
  img: "src",
  script: "src",
  iframe: "src",
};

const tag = /<(a|area|base|link|img|script|iframe)\b([^<>]{0,4000})>/gi;
const attribute = /(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
const comments = /<!--[\s\S]*?(?:-->|$)/g;

/** Returns absolute http and https URLs without fragments, each once. */
export function linksIn(html: string, at: string): string[] {
  const found = new Set<string>();
  let base = at;
  for (const [, name = "", inside = ""] of html.replaceAll(comments, "").matchAll(tag)) {
    const attributes = new Map(
      [...inside.matchAll(attribute)].map(([, key = "", a, b, c]) => [key.toLowerCase(), unescaped(a ?? b ?? c ?? "")]),
    );
    const element = name.toLowerCase();
    if (element === "base") {
      base = URL.parse(attributes.get("href") ?? "", at)?.href ?? base;
      continue;
    }
    const written = attributes.get(leading[element]!)?.trim();
    const url = written ? URL.parse(written, base) : null;
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    url.hash = "";
    found.add(url.href);
  }
  return [...found];
}

const unescaped = (text: string) => text.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replaceAll("&quot;", '"');
