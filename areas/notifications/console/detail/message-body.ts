// Converts the body of a message for display: Slack blocks become Markdown; other bodies are HTML or Markdown.

export interface ShownBody {
  language: "html" | "markdown";
  text: string;
}

export function bodyOf(body: string): ShownBody {
  const blocks = blocksOf(body);
  if (blocks) return { language: "markdown", text: blocks.map(blockText).filter(Boolean).join("\n\n") };
  return { language: /<\/?[a-z][^>]*>/i.test(body) ? "html" : "markdown", text: body };
}

type Block = Readonly<Record<string, unknown>>;

/** Returns the blocks of `[{…}]` or `{"blocks": […]}`. */
function blocksOf(body: string): readonly Block[] | undefined {
  if (!/^\s*(?:\[\s*\{|\{\s*"blocks")/.test(body)) return undefined;
  try {
    const parsed = JSON.parse(body) as unknown;
    const blocks = Array.isArray(parsed) ? parsed : (parsed as { blocks?: unknown }).blocks;
    return Array.isArray(blocks) && blocks.every(isRecord) ? blocks : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Block => typeof value === "object" && value !== null;

function blockText(block: Block): string {
  switch (block["type"]) {
    case "header":
      return `### ${textOf(block["text"])}`;
    case "divider":
      return "---";
    case "section":
      return [textOf(block["text"]), ...listOf(block["fields"]).map((field) => `- ${textOf(field)}`)]
        .filter(Boolean)
        .join("\n");
    case "context":
      return listOf(block["elements"]).map(textOf).filter(Boolean).join(" ");
    case "actions":
      return listOf(block["elements"]).map(buttonText).filter(Boolean).join(" | ");
    default:
      return textOf(block["text"]);
  }
}

const listOf = (value: unknown): readonly Block[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Slack writes bold as *text* and links as <address|label>. */
function textOf(value: unknown): string {
  const text = isRecord(value) ? value["text"] : value;
  if (typeof text !== "string") return "";
  if (!isRecord(value) || value["type"] !== "mrkdwn") return text;
  return text
    .replaceAll(/<(https?:[^|>]+)\|([^>]+)>/g, "[$2]($1)")
    .replaceAll(/<(https?:[^>]+)>/g, "$1")
    .replaceAll(/(^|[\s(])\*([^*\n]+)\*/g, "$1**$2**");
}

function buttonText(element: Block): string {
  const label = textOf(element["text"]);
  const url = element["url"];
  return typeof url === "string" ? `[${label}](${url})` : label;
}
