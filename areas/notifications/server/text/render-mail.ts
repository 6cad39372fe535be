// Renders a message as a mail: as HTML that is readable on a phone and in mail programs without support for style
// sheets, and as plain text.
import type { Message } from "../message.ts";
import { type Block, cut, type Document } from "./document.ts";
import {
  attributesOf,
  bareTitleOf,
  changesBlocks,
  footerOf,
  linksOf,
  oneLine,
  resourcesBlocks,
  standingOf,
  templateOf,
  titleOf,
  whyOf,
} from "./message-document.ts";
import { escapeHtml, htmlRuns, renderHtml } from "./render-html.ts";
import { plainMessage } from "./render-message.ts";

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

/** Maximum length of the subject. Mail programs cut longer subjects, and servers may refuse lines above 998 bytes. */
const maxSubject = 200;
/** Maximum length of the text, because Gmail shows at most 102 kB of a mail, including the markup. */
const maxText = 60_000;

export function renderMail(message: Message): Mail {
  const standing = standingOf(message);
  const isPlainTitle = standing.name === "news" || standing.name === "resolved";
  const subject = cut(isPlainTitle ? titleOf(message) : `${standing.label}: ${titleOf(message)}`, maxSubject);
  return {
    subject,
    html: page(message),
    text: `${plainMessage(message, { limit: maxText })}\n\n--\n${footerOf(message)}\n`,
  };
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const muted = "color:#5b6472";

/** Inline styles have priority over the style sheet, except over `!important` rules. */
const darkStyles = (light: string) => `@media (prefers-color-scheme:dark){
.page{background:#12161b!important;color:#e6eaf0!important}.card{background:#1d232a!important}.box{background:#29313b!important}
.muted{color:#a9b4c2!important}.line{border-color:#3a4450!important}.state{color:${light}!important}.text a{color:#8ab8ff!important}
.text pre,.text code{background:#29313b}.text blockquote{border-color:#3a4450}
.first{background:#2f6fd0!important}.other{background:#35404c!important;color:#e6eaf0!important}}`;

function page(message: Message): string {
  const { color, light, label } = standingOf(message);
  const title = escapeHtml(bareTitleOf(message));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
.text p{margin:0 0 12px}.text ul,.text ol{margin:0 0 12px;padding-left:20px}.text li{margin:0 0 4px}
.text h4{margin:16px 0 6px;font-size:14px}.text a{color:#1558b0}
.text pre,.text code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;background:#f2f4f7;border-radius:4px}
.text pre{padding:10px;white-space:pre-wrap;overflow-wrap:anywhere}.text code{padding:1px 4px}
.text blockquote{margin:0 0 12px;padding-left:12px;border-left:3px solid #d5dae1}
@media (max-width:480px){.card{border-radius:0!important}.pad{padding:20px 16px!important}.button{display:block!important;margin:0 0 8px!important;text-align:center}}
${darkStyles(light)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef1f4;${font};font-size:15px;line-height:1.5;color:#1c2430">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(cut(oneLine(message.text.summary), 150))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f4"><tr><td align="center" style="padding:16px 0">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:8px;border-top:6px solid ${color}">
<tr><td class="pad" style="padding:24px 28px;overflow-wrap:anywhere">
<div class="state" style="font-size:12px;font-weight:700;letter-spacing:.05em;text-transform:uppercase;color:${color}">${escapeHtml(label)}</div>
<h1 style="margin:4px 0 12px;font-size:21px;line-height:1.3">${title}</h1>
<div class="text">
${contentOf(message)}
</div>
${buttonsOf(message)}
<div class="muted line" style="margin-top:20px;padding-top:12px;border-top:1px solid #e3e7ec;font-size:12px;${muted}">${escapeHtml(footerOf(message))}</div>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function contentOf(message: Message): string {
  const written = templateOf(message);
  if (written) return renderHtml(written);
  return [
    renderHtml(whyOf(message)),
    sectionOf(changesBlocks(message)),
    attributeTable(message),
    sectionOf(resourcesBlocks(message)),
  ]
    .filter(Boolean)
    .join("\n");
}

function attributeTable({ text }: Message): string {
  const rows = attributesOf(text).map(
    ({ label, value }) =>
      `<tr><td class="muted" style="padding:3px 16px 3px 0;vertical-align:top;${labelWidth(label)};${muted}">${escapeHtml(label)}</td><td style="padding:3px 0;vertical-align:top;overflow-wrap:anywhere">${escapeHtml(value).replaceAll("\n", "<br>")}</td></tr>`,
  );
  return rows.length === 0
    ? ""
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 12px;font-size:14px">${rows.join("")}</table>`;
}

/** Labels do not break inside words, unless they are so long that the table would be wider than a phone. */
const labelWidth = (label: string) => (label.length <= 20 ? "white-space:nowrap" : "max-width:140px");

/** A heading and its list, in a separate box. */
function sectionOf(blocks: readonly Block[]): string {
  const [title, ...rest] = blocks;
  if (title?.kind !== "heading") return "";
  return `<div class="box" style="margin:0 0 12px;padding:12px 14px;background:#f6f8fa;border-radius:6px;font-size:14px"><div style="margin-bottom:6px;font-weight:600">${htmlRuns(title.runs)}</div>${rest.map((block) => bareList(block)).join("")}</div>`;
}

const bareList = (block: Document[number]) =>
  block.kind === "list"
    ? block.items.map((item) => `<div style="padding:4px 0">${htmlRuns(item)}</div>`).join("")
    : renderHtml([block]);

function buttonsOf(message: Message): string {
  const buttons = linksOf(message).map(({ label, url }, index) => {
    const look = index === 0 ? "background:#1558b0;color:#ffffff" : "background:#e8ecf1;color:#1c2430";
    return `<a class="button ${index === 0 ? "first" : "other"}" href="${escapeHtml(url)}" style="display:inline-block;margin:4px 8px 0 0;padding:12px 18px;border-radius:6px;font-weight:600;text-decoration:none;${look}">${escapeHtml(label.trim())}</a>`;
  });
  return buttons.length === 0 ? "" : `<div style="margin-top:16px">${buttons.join("")}</div>`;
}
