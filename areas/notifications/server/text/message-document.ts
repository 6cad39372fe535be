// The default text of a message: one line why, the attributes, the changes just before, the other resources. Channels add
// title, links and time in the form of their service.
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

/** The state that a message reports, with a colour and a symbol, so that neither is the only signal. */
export interface Standing {
  name: "problem" | "warning" | "resolved" | "digest" | "test" | "news";
  label: string;
  /** #rrggbb, readable on white. */
  color: string;
  symbol: string;
}

const standings = {
  problem: { name: "problem", label: "Problem", color: "#c62828", symbol: "🔴" },
  warning: { name: "warning", label: "Warning", color: "#b26a00", symbol: "🟠" },
  resolved: { name: "resolved", label: "Resolved", color: "#2e7d32", symbol: "🟢" },
  digest: { name: "digest", label: "Digest", color: "#4a5568", symbol: "📋" },
  test: { name: "test", label: "Test", color: "#1565c0", symbol: "🔵" },
  news: { name: "news", label: "Notification", color: "#4a5568", symbol: "⚪" },
} as const satisfies Record<Standing["name"], Standing>;

export function standingOf({ purpose, health, isNews }: Pick<Message, "purpose" | "health" | "isNews">): Standing {
  if (purpose !== "problem") return standings[purpose];
  if (isNews) return standings.news;
  if (health === "unhealthy") return standings.problem;
  return health === "warning" ? standings.warning : health === "healthy" ? standings.resolved : standings.news;
}

/** Longer titles are not titles, and would leave no room for the rest. */
const maxTitle = 500;

/** The title on one line; that of a recovery begins with "Resolved". */
export function titleOf({ purpose, text }: Message): string {
  const title = cut(oneLine(text.title), maxTitle) || "Notification";
  return purpose === "resolved" && !/\bresolved\b/i.test(title) ? `Resolved: ${title}` : title;
}

export const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Only links that a reader can open. */
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
 * Returns the text of the rule's template, or the default text. Services with fields of their own for attributes get the
 * default text without them.
 */
export function documentOf(message: Message, { withAttributes = true } = {}): Document {
  return (
    templateOf(message) ?? [
      ...whyOf(message),
      ...(withAttributes ? attributesIn(message.text) : []),
      ...changesBlocks(message),
      ...resourcesBlocks(message),
    ]
  );
}

/** The text of the rule's template; undefined for the default text, and for a template that only Slack can show. */
export function templateOf({ text: { body } }: Message): Document | undefined {
  const written = body === undefined || slackBlocksIn(body) ? [] : readMarkdown(body);
  return written.length > 0 ? written : undefined;
}

/** The blocks of a template that is written for Slack: a JSON object with a list of blocks. */
export function slackBlocksIn(body: string | undefined): readonly object[] | undefined {
  if (!body?.trimStart().startsWith("{")) return undefined;
  try {
    const { blocks } = JSON.parse(body) as { blocks?: unknown };
    return Array.isArray(blocks) && blocks.length > 0 ? (blocks as object[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Longer texts are cut before they are rendered, because that takes time and no service shows as much. */
const maxLengths = { summary: 2_000, description: 10_000, name: 200, note: 300 };

/** The summary and, if it says more, the description. */
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

const attributesIn = (text: MessageText): Block[] => {
  const shown = attributesOf(text);
  return shown.length === 0
    ? []
    : [bulletList(shown.map(({ label, value }) => [{ text: `${label}:`, bold: true }, { text: ` ${value}` }]))];
};

const maxChanges = 5;

/** The newest changes first, with their age at the time of the event. */
export function changesBlocks({ at, text: { recentChanges } }: Message): Block[] {
  if (recentChanges.length === 0) return [];
  const newest = recentChanges.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const items = newest.slice(0, maxChanges).map(({ type, summary, at: when, severity }): Runs => {
    const notes = [severity && severity !== "info" ? severity : "", ageBefore(at, when)].filter(Boolean);
    return [
      { text: cut(oneLine(type), maxLengths.name), bold: true },
      { text: [summary ? ` ${cut(oneLine(summary), maxLengths.note)}` : "", ...notes].join(" · ") },
    ];
  });
  return [heading("Changed just before"), bulletList([...items, ...more(recentChanges.length - maxChanges)])];
}

const ageBefore = (event: string, change: string) => {
  const millis = Date.parse(event) - Date.parse(change);
  return Number.isNaN(millis) ? "" : millis < 0 ? `${printAge(-millis)} after` : `${printAge(millis)} before`;
};

const maxResources = 25;
const symbols: Readonly<Record<string, string>> = { healthy: "🟢", unhealthy: "🔴", warning: "🟠" };

export function resourcesBlocks({ purpose, text: { resources } }: Message): Block[] {
  if (resources.length === 0) return [];
  const items = resources.slice(0, maxResources).map(({ name, health, url, note }): Runs => {
    const shown: Run = { text: cut(oneLine(name), maxLengths.name) || "unnamed" };
    return [
      { text: `${symbols[health ?? ""] ?? "⚪"} ` },
      url !== undefined && isLinkable(url) ? { ...shown, url } : shown,
      ...(note ? [{ text: ` · ${cut(oneLine(note), maxLengths.note)}` }] : []),
    ];
  });
  const title = {
    digest: "In this digest",
    resolved: "Also in this group",
    problem: "Also affected",
    test: "Also affected",
  };
  return [heading(title[purpose]), bulletList([...items, ...more(resources.length - maxResources)])];
}

const more = (count: number): Runs[] => (count > 0 ? [[{ text: `… and ${count} more`, italic: true }]] : []);
