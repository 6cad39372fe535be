// The functions for notification templates (`callablesOfNotifications`). The Slack functions print JSON for templates
// that are a JSON object with `blocks`. Labels are escaped. The text of the MD functions may have styles and links of
// the template's author. It usually contains resource texts, so mentions are escaped.
import { fieldOf, isMap, keysOf, print, valueAt } from "#lib/expression/values.ts";
import { escapeMrkdwn } from "./render-markup.ts";

/** Labels are a JavaScript object or a CEL map. */
const pairsOf = (labels: unknown): [key: string, value: string][] =>
  isMap(labels)
    ? keysOf(labels)
        .map((key): [string, string] => [print(key), print(valueAt(labels, key))])
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
    : [];

const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_~[\]<>]/g, String.raw`\$&`);

const emojis: Readonly<Record<string, string>> = {
  healthy: ":large_green_circle:",
  unhealthy: ":red_circle:",
  warning: ":large_orange_circle:",
};

const mrkdwn = (text: unknown) => ({ type: "mrkdwn", text: print(text).replaceAll(/<(?=[!@])/g, "&lt;") });
const plainText = (text: unknown) => ({ type: "plain_text", text: print(text), emoji: true });
const section = (text: object) => JSON.stringify({ type: "section", text });

/** A section has at most ten fields. */
const maxFields = 10;

export const templateHelpers: Readonly<Record<string, (...values: unknown[]) => string>> = {
  /** One line per label, in Markdown. */
  labelsFormat: (labels) =>
    pairsOf(labels)
      .map(([key, value]) => `**${escapeMarkdown(key)}**: ${escapeMarkdown(value)}`)
      .join("\n"),
  slackHealthEmoji: (health) => emojis[print(health).toLowerCase()] ?? ":white_circle:",
  /** A section with the labels of a resource, or with its tags if it has no labels. Empty if it has neither. */
  slackSectionLabels(resource) {
    const [labels, tags] = [pairsOf(fieldOf(resource, "labels")), pairsOf(fieldOf(resource, "tags"))];
    const fields = (labels.length > 0 ? labels : tags)
      .slice(0, maxFields)
      .map(([key, value]) => mrkdwn(`*${escapeMrkdwn(key)}*: ${escapeMrkdwn(value)}`));
    return fields.length > 0 ? JSON.stringify({ type: "section", fields }) : "";
  },
  slackSectionTextMD: (text) => section(mrkdwn(text)),
  slackSectionTextPlain: (text) => section(plainText(text)),
  slackSectionTextFieldMD: (text) => JSON.stringify(mrkdwn(text)),
  slackSectionTextFieldPlain: (text) => JSON.stringify(plainText(text)),
  /** Buttons from pairs of a name and a URL. */
  slackURLAction(...values) {
    const elements = values.flatMap((name, index) =>
      index % 2 === 0
        ? [{ type: "button", action_id: `url-${index / 2}`, text: plainText(name), url: print(values[index + 1]) }]
        : [],
    );
    return JSON.stringify({ type: "actions", elements });
  },
};
