// Renders a message as an Adaptive Card for Teams. Text is in TextRun elements, which Teams does not parse as Markdown.
import type { Message } from "../message.ts";
import { type Block, cut, type Document, type Runs } from "./document.ts";
import { fit } from "./fit.ts";
import { bareTitleOf, documentOf, footerOf, linksOf, standingOf, type Standing, titleOf } from "./message-document.ts";
import { bytesOf } from "./render-message.ts";

type Element = Readonly<Record<string, unknown>>;

/** Teams refuses cards above 28 kB. */
const maxBytes = 24_000;
const maxTitle = 400;
const maxActions = 6;
const maxUrl = 2_000;

const styles: Readonly<Record<Standing["name"], string>> = {
  problem: "attention",
  warning: "warning",
  resolved: "good",
  digest: "emphasis",
  test: "accent",
  news: "emphasis",
};

export function renderTeams(message: Message): object {
  return fit(documentOf(message), {
    limit: maxBytes,
    render: (document) => cardMessage(message, document),
    measure: (card) => bytesOf(JSON.stringify(card)),
  });
}

function cardMessage(message: Message, document: Document): object {
  const { name, symbol, label } = standingOf(message);
  const actions = linksOf(message)
    .filter(({ url }) => url.length <= maxUrl)
    .slice(0, maxActions)
    .map((link) => ({ type: "Action.OpenUrl", title: cut(link.label.trim(), 60), url: link.url }));
  const title = cut(titleOf(message), maxTitle);
  return {
    type: "message",
    summary: title,
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          fallbackText: title,
          msteams: { width: "Full" },
          body: [
            {
              type: "Container",
              style: styles[name],
              bleed: true,
              items: [
                textBlock([{ text: `${symbol} ${label}` }], { size: "Small", weight: "Bolder" }),
                textBlock([{ text: cut(bareTitleOf(message), maxTitle) }], {
                  size: "Large",
                  weight: "Bolder",
                  spacing: "None",
                }),
              ],
            },
            ...document.flatMap(elementsOf),
            textBlock([{ text: footerOf(message) }], { size: "Small", isSubtle: true, separator: true }),
          ],
          ...(actions.length > 0 && { actions }),
        },
      },
    ],
  };
}

interface Look {
  size?: string;
  weight?: string;
  isSubtle?: boolean;
  spacing?: string;
  separator?: boolean;
}

function textBlock(runs: Runs, { spacing, separator, ...look }: Look = {}): Element {
  return {
    type: "RichTextBlock",
    ...(spacing && { spacing }),
    ...(separator && { separator }),
    inlines: runs.map(({ text, bold, italic, strike, code, url }) => ({
      type: "TextRun",
      text,
      ...look,
      ...(bold && { weight: "Bolder" }),
      ...(italic && { italic }),
      ...(strike && { strikethrough: strike }),
      ...(code && { fontType: "Monospace" }),
      ...(url !== undefined && { color: "Accent", selectAction: { type: "Action.OpenUrl", url } }),
    })),
  };
}

function elementsOf(block: Block): Element[] {
  if (block.kind === "code") return [textBlock([{ text: block.text, code: true }])];
  if (block.kind === "list")
    return block.items.map((item, index) =>
      textBlock(
        [...(block.isBare ? [] : [{ text: block.isNumbered ? `${index + 1}. ` : "• " }]), ...item],
        // List items have little space between them, and more space above the list.
        { spacing: index === 0 ? "Small" : "None" },
      ),
    );
  if (block.kind === "heading") return [textBlock(block.runs, { weight: "Bolder", spacing: "Medium" })];
  return [textBlock(block.runs, { isSubtle: block.kind === "quote" })];
}
