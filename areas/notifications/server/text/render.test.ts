// Rendering of messages: the default text, templates, hostile text, and limits.
import { expect, test } from "vitest";
import {
  digestMessage,
  hostileMessage,
  hostileText,
  longMessage,
  problemMessage,
  resolvedMessage,
} from "#tests/support/messages.ts";
import { brokenSlackLimit, readMarkdownV2 } from "#tests/services/message-formats.ts";
import { renderMail } from "./render-mail.ts";
import {
  discordMarkup,
  mattermostMarkup,
  rocketMarkup,
  tagMarkup,
  telegramMarkup,
  zulipMarkup,
} from "./render-markup.ts";
import { bytesOf, markupMessage, markupPieces, plainMessage } from "./render-message.ts";
import { renderSlack } from "./render-slack.ts";
import { renderTeams } from "./render-teams.ts";

const limit = 100_000;

test("the default text has the title, the reason, the latest changes, the attributes, and the links", () => {
  expect(plainMessage(problemMessage(), { limit })).toBe(`🔴 api.example is unhealthy

HTTP 503 from https://api.example/health

The load balancer has no healthy target.

Changed just before:
• ScalingReplicaSet (1m before): scaled from 3 to 1
• Deployment (4m before, high): image changed to api:1.4.2

Type: http
Namespace: shop
Uptime: 97.2% in the last day

Open: https://deck.example/health?checkId=1
Silence: https://deck.example/notifications/silences/add?check_id=1`);
});

test("the text of a recovery contains the word Resolved", () => {
  expect(plainMessage(resolvedMessage(), { limit, withLinks: false })).toBe(`🟢 Resolved: api.example is healthy

Healthy again after 12m

Type: http
Namespace: shop
Uptime: 97.2% in the last day`);
});

test("a digest lists its first resources and the number of the others", () => {
  const text = plainMessage(digestMessage(), { limit, withLinks: false });
  expect(text).toContain("📋 37 more problems in the last 5m");
  expect(text).toContain("In this digest:\n🔴 node-1 (https://deck.example/catalog/1) · disk is almost full\n");
  expect(text).toMatch(/🟠 node-15 .*\n… and 22 more$/);
  const { text: parts, ...rest } = digestMessage();
  const more = { ...rest, text: { ...parts, moreResources: 10 } };
  expect(plainMessage(more, { limit, withLinks: false })).toMatch(/\n… and 32 more$/);
});

test("the other resources of a group are listed with their health as a word", () => {
  const resources = [
    { name: "cart", health: "unhealthy" },
    { name: "images", health: "warning" },
  ];
  const text = plainMessage(problemMessage({ text: { resources } }), { limit });
  expect(text).toContain("Also affected:\n🔴 cart · unhealthy\n🟠 images · warning\n");
});

test("a template replaces the default text and is Markdown", () => {
  const body =
    "## Disk **full**\n\n- `df` says *99%*\n- see [runbook](https://wiki.example/x_(y))\n\n<b>no</b> javascript: [x](javascript:alert(1))";
  const message = problemMessage({ text: { body } });
  expect(plainMessage(message, { limit, withLinks: false, withTitle: false })).toBe(
    "Disk full:\n• df says 99%\n• see runbook (https://wiki.example/x_(y))\n\n<b>no</b> javascript: [x](javascript:alert(1))",
  );
  expect(renderMail(message).html).toContain("<h4>Disk <strong>full</strong></h4>");
  expect(renderMail(message).html).toContain("&lt;b&gt;no&lt;/b&gt;");
  expect(renderMail(message).html).not.toContain("The load balancer");
  expect(markupMessage(message, telegramMarkup, { limit, withTitle: false, withLinks: false })).toContain(
    "*Disk full*\n• `df` says _99%_\n• see [runbook](https://wiki.example/x_(y\\))",
  );
});

test("lines with thousands of spaces are parsed in linear time", () => {
  const spaces = " ".repeat(9_000);
  const message = problemMessage({ text: { body: `# a${spaces}b ##` } });
  expect(plainMessage(message, { limit, withLinks: false, withTitle: false })).toMatch(/^a +b:?$/);
  expect(markupMessage(message, telegramMarkup, { limit, withTitle: false, withLinks: false })).toMatch(/^\*a +b\*/);
});

test("lines that end with a character other than a line feed are parsed in linear time", () => {
  for (const end of ["\r", "\u2028"]) {
    const message = problemMessage({ text: { body: `- ${" ".repeat(19_000)}x${end}y` } });
    expect(plainMessage(message, { limit, withLinks: false, withTitle: false })).toBe("• x\n\ny");
  }
});

test("a notice is not a problem or a recovery, whatever the health of the resource", () => {
  for (const health of ["unhealthy", "healthy"] as const)
    expect(renderMail(problemMessage({ isNews: true, health, text: { title: "api was created" } })).subject).toBe(
      "api was created",
    );
});

test("a template with blocks is sent to Slack as it is; other channels get the default text", () => {
  const body = JSON.stringify({ blocks: [{ type: "section", text: { type: "mrkdwn", text: "*hello*" } }] });
  const message = problemMessage({ text: { body } });
  expect(renderSlack(message).blocks).toEqual([{ type: "section", text: { type: "mrkdwn", text: "*hello*" } }]);
  expect(plainMessage(message, { limit })).toBe(plainMessage(problemMessage(), { limit }));
});

test("hostile text cannot add tags, links or images to a mail", () => {
  const { html, subject } = renderMail(hostileMessage());
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toMatch(/<script|<img|href="javascript|<users/);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    "https://deck.example/catalog/1?name=a(b)c&amp;x=&#39;&quot;",
  ]);
});

test("escapes hostile text in Telegram's MarkdownV2", () => {
  for (const message of [hostileMessage(), problemMessage(), digestMessage()])
    for (const piece of markupPieces(message, telegramMarkup, { limit: 4_096, maxPieces: 4 }))
      readMarkdownV2(piece.text);
  const [piece] = markupPieces(hostileMessage(), telegramMarkup, { limit: 40_960, maxPieces: 4 });
  expect(readMarkdownV2(piece!.text)).toContain(hostileText);
});

test("escapes hostile text in Slack: mentions and links in the text do not work", () => {
  const { text, blocks } = renderSlack(hostileMessage());
  const printed = JSON.stringify(blocks);
  expect(text).not.toContain("<!channel>");
  const mrkdwn = [...printed.matchAll(/"type":"mrkdwn","text":"((?:[^"\\]|\\.)*)"/g)].map(([, each]) => each!);
  expect(mrkdwn).toEqual([expect.stringMatching(/^Quarterdeck · check\.failed · <!date/) as string]);
  expect([...printed.matchAll(/"url":"([^"]*)/g)]).toHaveLength(1);
  expect(brokenSlackLimit(blocks as never)).toBeUndefined();
});

test("escapes hostile text in a Teams card", () => {
  const printed = JSON.stringify(renderTeams(hostileMessage()));
  expect(printed).not.toContain('"TextBlock"');
  expect(printed).not.toContain("javascript:");
  expect([...printed.matchAll(/"Action.OpenUrl"/g)]).toHaveLength(1);
});

const markups = [
  ["Discord", discordMarkup],
  ["Mattermost", mattermostMarkup],
  ["Zulip", zulipMarkup],
  ["Rocket.Chat", rocketMarkup],
] as const;

test.each(markups)("escapes links and code of hostile text in %s", (_, markup) => {
  const printed = markupMessage(hostileMessage(), markup, { limit, withLinks: false });
  expect(printed).not.toMatch(/(?<!\\)\[Open\]\(/);
  expect(printed).not.toMatch(/(?<!\\)`code`/);
});

// Discord has a setting for mentions instead.
test.each(markups.slice(1))("hostile text cannot mention users in %s", (_, markup) => {
  expect(markupMessage(hostileMessage(), markup, { limit })).not.toMatch(/@(?:all|channel|here|\*)/);
});

test("hostile text cannot add tags to the HTML of Pushover and Google Chat", () => {
  const printed = markupMessage(hostileMessage(), tagMarkup, { limit });
  expect(printed).not.toMatch(/<(?!\/?[bi]>|a href="https:\/\/deck|\/a>)/);
});

test.each([
  ["plain", (message: ReturnType<typeof longMessage>, max: number) => plainMessage(message, { limit: max })],
  ["Discord", (message, max) => markupMessage(message, discordMarkup, { limit: max })],
  ["tags", (message, max) => markupMessage(message, tagMarkup, { limit: max })],
  ["bytes", (message, max) => plainMessage(message, { limit: max, measure: bytesOf })],
] as [string, (message: ReturnType<typeof longMessage>, max: number) => string][])(
  "a long message is shortened with an ellipsis, uses the available space, and keeps its links: %s",
  (name, render) => {
    const message = { ...longMessage() };
    message.text = { ...message.text, title: "short" };
    const printed = render(message, 2_000);
    const length = name === "bytes" ? bytesOf(printed) : printed.length;
    expect(length).toBeLessThanOrEqual(2_000);
    expect(length).toBeGreaterThan(1_900);
    expect(printed).toContain("…");
    expect(printed).toContain("https://deck.example/health?checkId=1");
    expect(printed.isWellFormed()).toBe(true);
  },
);

test("a long message is split into parts: the title is in the first, the links are in the last", () => {
  const message = problemMessage({ text: { body: "word ".repeat(1_500) } });
  const pieces = markupPieces(message, telegramMarkup, { limit: 4_096, maxPieces: 4 }).map(({ text }) => text);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.every((piece) => piece.length <= 4_096)).toBe(true);
  expect(pieces[0]).toContain("api\\.example is unhealthy");
  expect(pieces.at(-1)).toContain("[Silence](");
  expect(pieces.join(" ").match(/word/g)).toHaveLength(1_500);
});

test("the last part of a very long message ends with an ellipsis", () => {
  const message = problemMessage({ text: { body: "word ".repeat(10_000) } });
  const pieces = markupPieces(message, telegramMarkup, { limit: 4_096, maxPieces: 4 }).map(({ text }) => text);
  expect(pieces).toHaveLength(4);
  expect(pieces.at(-1)).toContain("…");
  expect(pieces.every((piece) => piece.length <= 4_096)).toBe(true);
});

test("long messages stay within the limits of Slack and Teams", () => {
  const { text, blocks } = renderSlack(longMessage());
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(brokenSlackLimit(blocks as never)).toBeUndefined();
  expect(bytesOf(JSON.stringify(renderTeams(longMessage())))).toBeLessThanOrEqual(28 * 1024);
});

test("a long reason is cut, so that the rest of the message stays on the screen of a phone", () => {
  const text = plainMessage(problemMessage({ text: { summary: "x ".repeat(5_000), description: "" } }), { limit });
  expect(text.length).toBeLessThan(1_200);
  expect(text).toContain("…\n\nChanged just before:");
});

test("a mail is readable on a phone: short labels do not break, and every light colour has a dark variant", () => {
  const { html } = renderMail(problemMessage());
  expect(html).toMatch(/white-space:nowrap;[^>]*>Namespace</);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const [, dark = ""] = /@media \(prefers-color-scheme:dark\)\{(.*?)\n?<\/style>/s.exec(html) ?? [];
  const body = html.slice(html.indexOf("<body"));
  const coloured = [...body.matchAll(/<(\w+)([^>]*style="[^"]*(?:background|color:)[^"]*")/g)];
  for (const [, , attributes = ""] of coloured) {
    const names = /class="([^"]*)"/.exec(attributes)?.[1]?.split(" ") ?? [];
    expect(names.some((name) => dark.includes(`.${name}{`))).toBe(true);
  }
  expect(coloured.length).toBeGreaterThan(6);
});

test("a recovery contains the word Resolved only once, where the state is shown", () => {
  expect(renderMail(resolvedMessage()).html).toMatch(/>Resolved<\/div>\s*<h1[^>]*>api\.example is healthy</);
  expect(JSON.stringify(renderTeams(resolvedMessage()))).toContain('"text":"api.example is healthy"');
});

test("a mail has a one-line subject, the same text in HTML and in plain text, and a preview", () => {
  const { subject, text, html } = renderMail(problemMessage());
  expect(subject).toBe("Problem: api.example is unhealthy");
  expect(renderMail(resolvedMessage()).subject).toBe("Resolved: api.example is healthy");
  for (const words of ["HTTP 503 from", "97.2% in the last day", "Changed just before", "1m before", "check.failed"]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(renderMail(longMessage()).subject.length).toBeLessThanOrEqual(200);
});
