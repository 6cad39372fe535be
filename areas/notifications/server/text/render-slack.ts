// Renders a message as Slack blocks. Untrusted text is in plain_text and rich_text objects, which Slack does not parse;
// only the footer is mrkdwn.
import type { Message } from "../message.ts";
import { type Block, cut, cutEscaped, type Document, shorten, type Runs } from "./document.ts";
import {
  attributesBlocks,
  changesBlocks,
  linksOf,
  oneLine,
  resourcesBlocks,
  slackBlocksIn,
  sourceOf,
  templateOf,
  timeOf,
  whyOf,
} from "./message-document.ts";
import { escapeMrkdwn } from "./render-markup.ts";
import { headlineOf } from "./render-message.ts";

type SlackBlock = Readonly<Record<string, unknown>>;

export interface SlackMessage {
  /** The text of the push notification. */
  text: string;
  blocks: readonly object[];
}

/** The limits of https://api.slack.com/reference/block-kit/blocks, each reduced by a margin. */
const limits = {
  header: 150,
  rich: 2_900,
  button: 75,
  url: 3_000,
  blocks: 50,
  text: 3_500,
};

export function renderSlack(message: Message): SlackMessage {
  const written = slackBlocksIn(message.text.body);
  const summary = oneLine(message.text.summary);
  const text = cutEscaped([headlineOf(message), summary].filter(Boolean).join("\n"), limits.text, escapeMrkdwn);
  if (written) return { text, blocks: written.slice(0, limits.blocks) };
  const template = templateOf(message);
  const blocks = [
    { type: "header", text: plainText(headlineOf(message), limits.header) },
    ...(template ? richBlocks(template) : defaultBlocks(message)),
    ...buttons(message),
    { type: "context", elements: [{ type: "mrkdwn", text: footer(message) }] },
  ];
  return { text, blocks };
}

const plainText = (text: string, maxLength: number) => ({
  type: "plain_text",
  text: cut(text, maxLength),
  emoji: true,
});

/** Each attribute is a line of text, because phones show each field of a section on two lines. */
function defaultBlocks(message: Message): SlackBlock[] {
  return [whyOf, changesBlocks, attributesBlocks, resourcesBlocks].flatMap((part) => richBlocks(part(message)));
}

function richBlocks(document: Document): SlackBlock[] {
  const elements = shorten(document, limits.rich).flatMap(richElements);
  return elements.length > 0 ? [{ type: "rich_text", elements }] : [];
}

function richElements(block: Block): SlackBlock[] {
  if (block.kind === "code")
    return [{ type: "rich_text_preformatted", elements: textElements([{ text: block.text }]) }];
  if (block.kind === "list" && block.isBare)
    return [
      {
        type: "rich_text_section",
        elements: block.items.flatMap((item, index) => textElements(index > 0 ? [{ text: "\n" }, ...item] : item)),
      },
    ];
  if (block.kind === "list") {
    const elements = block.items.map((item) => ({ type: "rich_text_section", elements: textElements(item) }));
    return [{ type: "rich_text_list", style: block.isNumbered ? "ordered" : "bullet", elements }];
  }
  if (block.kind === "quote") return [{ type: "rich_text_quote", elements: textElements(block.runs) }];
  const runs = block.kind === "heading" ? block.runs.map((run) => ({ ...run, bold: true })) : block.runs;
  return [{ type: "rich_text_section", elements: textElements([...runs, { text: "\n" }]) }];
}

/** Slack refuses empty texts. */
const textElements = (runs: Runs): SlackBlock[] => {
  const elements = runs
    .filter(({ text }) => text !== "")
    .map(({ text, url, bold, italic, strike, code }) => {
      const style = {
        ...(bold && { bold }),
        ...(italic && { italic }),
        ...(strike && { strike }),
        ...(code && { code }),
      };
      const look = Object.keys(style).length > 0 ? { style } : {};
      return url === undefined || url.length > limits.url
        ? { type: "text", text, ...look }
        : { type: "link", url, text, ...look };
    });
  return elements.length > 0 ? elements : [{ type: "text", text: " " }];
};

function buttons(message: Message): SlackBlock[] {
  const elements = linksOf(message)
    .filter(({ url }) => url.length <= limits.url)
    .slice(0, 5)
    .map(({ label, url }, index) => ({
      type: "button",
      action_id: `open-${index}`,
      text: plainText(label.trim(), limits.button),
      url,
      ...(index === 0 && { style: "primary" }),
    }));
  return elements.length > 0 ? [{ type: "actions", elements }] : [];
}

/** Slack shows the time in the time zone of the reader. */
function footer(message: Message): string {
  const seconds = Math.floor(Date.parse(message.at) / 1_000);
  const time = Number.isNaN(seconds)
    ? timeOf(message)
    : `<!date^${seconds}^{date_short_pretty} {time}|${escapeMrkdwn(timeOf(message))}>`;
  return `${escapeMrkdwn(sourceOf(message))} · ${time}`;
}
