// The default text of a message: the reason on one line, the changes just before, the attributes, and the other
// resources. Channels add title, links and time in the format of their service.
import { printAge } from "#lib/time/duration.ts";
import type { Message, MessageText } from "../message.ts";
import {
  type Block,
  bulletList,
  cut,
  type Document,
  heading,
  isLinkable,
  paragraph,
  type Run,
  type Runs,
} from "./document.ts";
import { readMarkdown } from "./read-markdown.ts";

/** The state that a message reports, with a colour and a symbol, so that colour is not the only signal. */
export interface Standing {
  name: "problem" | "warning" | "resolved" | "digest" | "test" | "news";
  label: string;
  /** #rrggbb, readable on white. */
  color: string;
  /** #rrggbb, readable on black. */
  light: string;
  symbol: string;
}

const standings = {
  problem: { name: "problem", label: "Problem", color: "#c62828", light: "#ff8a80", symbol: "🔴" },
  warning: { name: "warning", label: "Warning", color: "#b26a00", light: "#ffb74d", symbol: "🟠" },
  resolved: { name: "resolved", label: "Resolved", color: "#2e7d32", light: "#81c784", symbol: "🟢" },
  digest: { name: "digest", label: "Digest", color: "#4a5568", light: "#b4bfcd", symbol: "📋" },
  test: { name: "test", label: "Test", color: "#1565c0", light: "#8ab8ff", symbol: "🔵" },
  news: { name: "news", label: "Notification", color: "#4a5568", light: "#b4bfcd", symbol: "⚪" },
} as const satisfies Record<Standing["name"], Standing>;

export function standingOf({ purpose, health, isNews }: Pick<Message, "purpose" | "health" | "isNews">): Standing {
  if (purpose !== "problem") return standings[purpose];
  if (isNews) return standings.news;
  if (health === "unhealthy") return standings.problem;
  return health === "warning" ? standings.warning : health === "healthy" ? standings.resolved : standings.news;
}

/** Maximum length of the title. A longer title would leave no space for the rest of the message. */
const maxTitle = 500;

/** The title on one line, for places that also show the state of the message. */
export const bareTitleOf = ({ text }: Message) => cut(oneLine(text.title), maxTitle) || "Notification";

/** The title on one line; the title of a recovery begins with "Resolved". */
export function titleOf(message: Message): string {
  const title = bareTitleOf(message);
  return message.purpose === "resolved" && !/\bresolved\b/i.test(title) ? `Resolved: ${title}` : title;
}

export const oneLine = (text: string) => (/\s{2}|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, " ") : text).trim();

/** The links of the message that a reader can open. */
export const linksOf = ({ text }: Message) =>
  text.actions.filter(({ label, url }) => label.trim() !== "" && isLinkable(url));

/** "2026-11-17 10:04 UTC". */
export function timeOf({ at }: Message): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** "Quarterdeck · check.failed". */
export const sourceOf = ({ purpose, event }: Message) =>
  purpose === "test" ? "Quarterdeck" : `Quarterdeck · ${event}`;

/** "Quarterdeck · check.failed · 2026-11-17 10:04 UTC". */
export const footerOf = (message: Message) => `${sourceOf(message)} · ${timeOf(message)}`;

/** The page about the subject: the permalink, or else the first link. */
export const pageOf = (message: Message): string | undefined =>
  message.permalink !== undefined && isLinkable(message.permalink) ? message.permalink : linksOf(message)[0]?.url;

/**
 * Returns the text of the rule's template, or the default text. Services that have their own fields for attributes get
 * the default text without attributes.
 */
export function documentOf(message: Message, { withAttributes = true } = {}): Document {
  return (
    templateOf(message) ?? [
      ...whyOf(message),
      ...changesBlocks(message),
      ...(withAttributes ? attributesBlocks(message) : []),
      ...resourcesBlocks(message),
    ]
  );
}

/** The text of the rule's template; undefined for the default text, and for a template that only Slack can show. */
export function templateOf({ text: { body } }: Message): Document | undefined {
  const written = body === undefined || slackBlocksIn(body) ? [] : readMarkdown(body);
  return written.length > 0 ? written : undefined;
}

/** The blocks of a Slack template, which is a JSON object with a list of blocks. */
export function slackBlocksIn(body: string | undefined): readonly object[] | undefined {
  if (!body?.trimStart().startsWith("{")) return undefined;
  try {
    const { blocks } = JSON.parse(body) as { blocks?: unknown };
    return Array.isArray(blocks) && blocks.length > 0 ? (blocks as object[]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Longer texts are cut, because they would hide the other content on a phone. The page of the resource has the whole
 * text.
 */
const maxLengths = { summary: 600, description: 2_000, name: 200, note: 200, listed: 100 };

/** The summary and, if it differs, the description. */
export function whyOf({ text: { summary, description } }: Message): Block[] {
  const why = cut(summary.trim(), maxLengths.summary);
  const more = cut(description?.trim() ?? "", maxLengths.description);
  const blocks = why === "" ? [] : [paragraph({ text: why })];
  return more === "" || more === why ? blocks : [...blocks, paragraph({ text: more })];
}

const maxAttributes = 20;
const maxLabel = 60;
const maxValue = 1_000;

/** The attributes with a value, each label on one line. */
export const attributesOf = ({ attributes }: Pick<MessageText, "attributes">) =>
  attributes
    .map(({ label, value }) => ({ label: cut(oneLine(label), maxLabel), value: cut(value.trim(), maxValue) }))
    .filter(({ label, value }) => label !== "" && value !== "")
    .slice(0, maxAttributes);

export function attributesBlocks({ text }: Message): Block[] {
  const shown = attributesOf(text);
  return shown.length === 0
    ? []
    : [
        {
          kind: "list",
          items: shown.map(({ label, value }) => [{ text: `${label}:`, bold: true }, { text: ` ${value}` }]),
          isBare: true,
        },
      ];
}

const maxChanges = 5;

/** The newest changes first, with their age at the time of the event. */
export function changesBlocks({ at, text: { recentChanges } }: Message): Block[] {
  if (recentChanges.length === 0) return [];
  const newest = recentChanges.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const items = newest.slice(0, maxChanges).map(({ type, summary, at: when, severity }): Runs => {
    const notes = [ageBefore(at, when), severity && severity !== "info" ? severity : ""].filter(Boolean);
    const said = summary ? cut(oneLine(summary), maxLengths.note) : "";
    return [
      { text: cut(oneLine(type), maxLengths.name), bold: true },
      { text: `${notes.length > 0 ? ` (${notes.join(", ")})` : ""}${said && `: ${said}`}` },
    ];
  });
  return [heading("Changed just before"), bulletList([...items, ...more(recentChanges.length - maxChanges)])];
}

const ageBefore = (event: string, change: string) => {
  const millis = Date.parse(event) - Date.parse(change);
  return Number.isNaN(millis) ? "" : millis < 0 ? `${printAge(-millis)} after` : `${printAge(millis)} before`;
};

const maxResources = 15;
const symbols: Readonly<Record<string, string>> = { healthy: "🟢", unhealthy: "🔴", warning: "🟠" };

export function resourcesBlocks({ purpose, text: { resources, moreResources = 0 } }: Message): Block[] {
  if (resources.length === 0) return [];
  const items = resources.slice(0, maxResources).map(({ name, health, url, note }): Runs => {
    const shown: Run = { text: cut(oneLine(name), maxLengths.name) || "unnamed" };
    return [
      { text: `${symbols[health ?? ""] ?? "⚪"} ` },
      url !== undefined && isLinkable(url) ? { ...shown, url } : shown,
      // The health is also written as a word, because the symbols differ only in colour.
      ...(note || health ? [{ text: ` · ${cut(oneLine(note || health!), maxLengths.listed)}` }] : []),
    ];
  });
  const title = {
    digest: "In this digest",
    resolved: "Also in this group",
    problem: "Also affected",
    test: "Also affected",
  };
  const unlisted = Math.max(0, resources.length - maxResources) + moreResources;
  return [heading(title[purpose]), { kind: "list", items: [...items, ...more(unlisted)], isBare: true }];
}

const more = (count: number): Runs[] => (count > 0 ? [[{ text: `… and ${count} more`, italic: true }]] : []);
