// Validates messages like services that document a format or limits, so that a stand-in rejects the same messages as
// the real service.

/**
 * Parses Telegram's MarkdownV2 (https://core.telegram.org/bots/api#markdownv2-style) and returns the visible text.
 * Throws Telegram's error for a reserved character without a backslash.
 */
export function readMarkdownV2(source: string): string {
  const fail = (why: string, at: number) => {
    throw new Error(`Bad Request: can't parse entities: ${why} at byte offset ${at}`);
  };
  const open: string[] = [];
  let text = "";
  for (let at = 0; at < source.length; at += 1) {
    const next = source[at]!;
    const isLineStart = at === 0 || source[at - 1] === "\n";
    if (next === "\\") text += source[(at += 1)] ?? "";
    else if (source.startsWith("```", at)) {
      const end = source.indexOf("```", at + 3);
      if (end < 0) fail("Can't find end of Pre entity", at);
      text += source.slice(at + 3, end).replaceAll(/\\(.)/gs, "$1");
      at = end + 2;
    } else if (next === "`") {
      const [code = ""] = /^`(?:\\.|[^`\\])*`/s.exec(source.slice(at)) ?? [];
      if (code === "") fail("Can't find end of Code entity", at);
      text += code.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
      at += code.length - 1;
    } else if (next === "[") open.push("[");
    else if (next === "]") {
      const [link = "", url = ""] = /^\]\(((?:\\.|[^)\\])*)\)/s.exec(source.slice(at)) ?? [];
      if (open.pop() !== "[" || link === "") fail("Character ']' is reserved", at);
      if (!URL.canParse(url.replaceAll(/\\(.)/gs, "$1"))) fail("invalid link", at);
      at += link.length - 1;
    } else if ("*_~".includes(next)) {
      if (open.at(-1) === next) open.pop();
      else if (open.includes(next)) fail(`Can't find end of the entity before ${next}`, at);
      else open.push(next);
    } else if (next === ">" && isLineStart) continue;
    else if (">#+-=|{}.!()".includes(next)) fail(`Character '${next}' is reserved`, at);
    else text += next;
  }
  if (open.length > 0) fail(`Can't find end of the entity ${open.at(-1)}`, source.length);
  return text;
}

type Fields = Readonly<Record<string, unknown>>;

interface SlackText {
  type: string;
  text: string;
}

/** https://api.slack.com/reference/block-kit/blocks: returns the first limit that the blocks exceed. */
export function brokenSlackLimit(blocks: readonly Fields[]): string | undefined {
  if (blocks.length === 0 || blocks.length > 50) return "number of blocks";
  for (const block of blocks) {
    const text = block["text"] as SlackText | undefined;
    const fields = (block["fields"] ?? []) as SlackText[];
    const elements = (block["elements"] ?? []) as Fields[];
    if (block["type"] === "header" && (text?.text ?? "").length > 150) return "header";
    if (block["type"] === "section" && (text?.text ?? "").length > 3_000) return "section";
    if (fields.length > 10 || fields.some((field) => field.text.length > 2_000 || field.text === "")) return "fields";
    if (block["type"] === "actions" && elements.length > 25) return "actions";
    if (JSON.stringify(block).includes('"text":""')) return "empty text";
    for (const { type, text: label, url } of elements)
      if (type === "button" && ((label as SlackText).text.length > 75 || String(url).length > 3_000)) return "button";
  }
  return undefined;
}

interface Embed {
  title?: string;
  description?: string;
  fields?: { name: string; value: string }[];
  footer?: { text: string };
}

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
export function brokenEmbedLimit({ title = "", description = "", fields = [], footer }: Embed): string | undefined {
  if (title.length > 256) return "title";
  if (description.length > 4_096) return "description";
  if (fields.length > 25 || fields.some(({ name, value }) => name.length > 256 || value.length > 1_024))
    return "fields";
  const parts = [title, description, footer?.text ?? "", ...fields.flatMap(({ name, value }) => [name, value])];
  return parts.reduce((sum, part) => sum + part.length, 0) > 6_000 ? "total" : undefined;
}
