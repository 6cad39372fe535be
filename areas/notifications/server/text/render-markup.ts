// Prints a document in the markup of a messenger. Every dialect escapes the text, so that untrusted text cannot change
// the format or mention people.
import type { Block, Document, Run, Runs } from "./document.ts";
import { escapeHtml } from "./render-html.ts";
import { joinBlocks } from "./render-plain.ts";

export interface Markup {
  escape(text: string): string;
  bold(printed: string): string;
  italic(printed: string): string;
  strike(printed: string): string;
  /** For code and preformatted text, the text is passed without escapes. */
  code(text: string): string;
  pre(text: string): string;
  link(printed: string, url: string): string;
  bullet: string;
  number(index: number): string;
  quote(printed: string): string;
}

export const renderMarkup = (document: Document, markup: Markup): string =>
  joinBlocks(
    document.map((block) => markupBlock(block, markup)),
    document,
  );

export const markupRuns = (runs: Runs, markup: Markup) => runs.map((run) => markupRun(run, markup)).join("");

function markupBlock(block: Block, markup: Markup): string {
  if (block.kind === "code") return markup.pre(block.text);
  if (block.kind === "list")
    return block.items
      .map((item, index) => {
        const marker = block.isNumbered ? markup.number(index + 1) : markup.bullet;
        return `${block.isBare ? "" : `${marker} `}${markupRuns(item, markup)}`;
      })
      .join("\n");
  if (block.kind === "heading") {
    const plain = block.runs.map((run) => ({ ...run, bold: false }));
    return styled(markupRuns(plain, markup), markup.bold);
  }
  const text = markupRuns(block.runs, markup);
  return block.kind === "quote" ? markup.quote(text) : text;
}

function markupRun({ text, bold, italic, strike, code, url }: Run, markup: Markup): string {
  let printed = code ? markup.code(text) : markup.escape(text);
  if (strike) printed = styled(printed, markup.strike);
  if (italic) printed = styled(printed, markup.italic);
  if (bold) printed = styled(printed, markup.bold);
  return url === undefined ? printed : markup.link(printed, url);
}

/** Styles each line separately, with spaces outside the markers, because most dialects require this. */
const styled = (printed: string, style: (line: string) => string) =>
  printed
    .split("\n")
    .map((line) => {
      const words = line.trim();
      return words === "" ? line : line.replace(words, () => style(words));
    })
    .join("\n");

const eachLine = (mark: string) => (printed: string) => printed.replaceAll(/^/gm, mark);

/** Escapes URLs inside round brackets. */
const inBrackets = (url: string) => url.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(/\s/g, "%20");

/** An invisible character that breaks up markers in dialects without an escape character. */
const joiner = "\u200B";

/** Returns a fence that is longer than every fence in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}

const spanned = (text: string) => `\`${text.replaceAll("`", "ˋ").replaceAll("\n", " ")}\``;

/** https://core.telegram.org/bots/api#markdownv2-style */
export const telegramMarkup: Markup = {
  escape: (text) => text.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`),
  bold: (printed) => `*${printed}*`,
  italic: (printed) => `_${printed}_`,
  strike: (printed) => `~${printed}~`,
  code: (text) => `\`${text.replaceAll(/[`\\]/g, String.raw`\$&`)}\``,
  pre: (text) => `\`\`\`\n${text.replaceAll(/[`\\]/g, String.raw`\$&`)}\n\`\`\``,
  link: (printed, url) => `[${printed}](${url.replaceAll(/[)\\]/g, String.raw`\$&`)})`,
  bullet: "•",
  number: (index) => `${index}\\.`,
  quote: eachLine(">"),
};

const markdown = {
  bold: (printed: string) => `**${printed}**`,
  italic: (printed: string) => `*${printed}*`,
  strike: (printed: string) => `~~${printed}~~`,
  code: spanned,
  pre: fenced,
  link: (printed: string, url: string) => `[${printed}](${inBrackets(url)})`,
  bullet: "-",
  number: (index: number) => `${index}.`,
  quote: eachLine("> "),
};

/** https://support.discord.com/hc/en-us/articles/210298617; the request turns mentions off. */
export const discordMarkup: Markup = {
  ...markdown,
  escape: (text) => text.replaceAll(/[\\*_~`|>#\-+[\]()<:]/g, String.raw`\$&`),
};

/** CommonMark. The invisible joiner after @ prevents mentions; an escape does not. */
export const mattermostMarkup: Markup = {
  ...markdown,
  escape: (text) => text.replaceAll(/[\\`*_{}[\]()#+\-.!|~<>:]/g, String.raw`\$&`).replaceAll("@", `@${joiner}`),
};

const broken = (text: string) => text.replaceAll(/[*_~`[\]()@#:$>|!\\/<-]/g, `$&${joiner}`);

/** https://zulip.com/help/format-your-message-using-markdown; without an escape character. */
export const zulipMarkup: Markup = { ...markdown, escape: broken };

/** https://docs.rocket.chat/docs/message-formatting: one asterisk is bold. */
export const rocketMarkup: Markup = {
  ...markdown,
  escape: broken,
  bold: (printed) => `*${printed}*`,
  italic: (printed) => `_${printed}_`,
  strike: (printed) => `~${printed}~`,
};

/** The few HTML tags that Pushover and the cards of Google Chat support; lines are separated by "\n". */
export const tagMarkup: Markup = {
  escape: escapeHtml,
  bold: (printed) => `<b>${printed}</b>`,
  italic: (printed) => `<i>${printed}</i>`,
  strike: (printed) => printed,
  code: escapeHtml,
  pre: escapeHtml,
  link: (printed, url) => `<a href="${escapeHtml(url)}">${printed}</a>`,
  bullet: "•",
  number: (index) => `${index}.`,
  quote: (printed) => printed,
};

/**
 * https://api.slack.com/reference/surfaces/formatting#escaping; the joiner breaks up markers, which Slack cannot
 * escape.
 */
export const escapeMrkdwn = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[*_~`]/g, `$&${joiner}`);
