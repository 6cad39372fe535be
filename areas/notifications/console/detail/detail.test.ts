import { expect, test } from "vitest";
import { bodyOf } from "./message-body.ts";
import { stepLabel, stepLink, stepMeaning } from "./trail-steps.ts";

test("Slack blocks are converted to Markdown; other bodies are HTML or Markdown", () => {
  const blocks = [
    { type: "header", text: { type: "plain_text", text: "Down" } },
    { type: "divider" },
    {
      type: "section",
      text: { type: "mrkdwn", text: "*shop* is <https://example.org/a|down>" },
      fields: [{ type: "mrkdwn", text: "*Since* 5m" }],
    },
    { type: "context", elements: [{ type: "plain_text", text: "by a rule" }] },
    { type: "actions", elements: [{ text: { type: "plain_text", text: "Silence" }, url: "https://example.org/s" }] },
  ];
  const text =
    "### Down\n\n---\n\n**shop** is [down](https://example.org/a)\n- **Since** 5m\n\nby a rule\n\n[Silence](https://example.org/s)";
  expect(bodyOf(JSON.stringify({ blocks }))).toEqual({ language: "markdown", text });
  expect(bodyOf(JSON.stringify(blocks))).toEqual({ language: "markdown", text });
  expect(bodyOf("<p>down</p>")).toEqual({ language: "html", text: "<p>down</p>" });
  expect(bodyOf("5 < 6 and 7 > 6")).toEqual({ language: "markdown", text: "5 < 6 and 7 > 6" });
  expect(bodyOf('[{"broken')).toEqual({ language: "markdown", text: '[{"broken' });
});

test("a step has a label, an icon for its result, and a link to the row that caused it", () => {
  expect([stepLabel("rate-limit"), stepLabel("new_step")]).toEqual(["Rate limit", "New step"]);
  expect(["matched", "refused", "waiting", "silenced", "odd"].map((result) => stepMeaning({ result }))).toEqual([
    "healthy",
    "unhealthy",
    "warning",
    "unknown",
    "unchecked",
  ]);
  expect(stepLink({ step: "silence", id: "1" })?.href).toBe("/notifications/silences?id=1");
  expect(stepLink({ step: "inhibition", id: "2" })?.href).toBe("/notifications?id=2");
  expect(stepLink({ step: "filter" })).toBeUndefined();
});
