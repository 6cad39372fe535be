import { expect, test } from "vitest";
import { callablesOfNotifications } from "#lib/expression/callables.ts";
import { compile } from "#lib/expression/compile.ts";
import { templateHelpers } from "./template-helpers.ts";

async function filled(template: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const compiled = await compile("template", template, { callables: callablesOfNotifications });
  return String(await compiled.run({ ...templateHelpers, ...values }));
}

test("every declared template function exists", () => {
  expect(Object.keys(templateHelpers).toSorted()).toEqual(Object.keys(callablesOfNotifications).toSorted());
});

test("labelsFormat prints labels in order and escapes Markdown", async () => {
  expect(await filled("{{labelsFormat .labels}}", { labels: { team: "ops", app: "a*b_c" } })).toBe(
    "**app**: a\\*b\\_c\n**team**: ops",
  );
  expect(await filled("{{labelsFormat .labels}}!", { labels: null })).toBe("!");
});

test("slackHealthEmoji has an emoji for each health", async () => {
  const emojis = await filled('{{slackHealthEmoji "unhealthy"}} {{slackHealthEmoji .health}}', { health: "odd" });
  expect(emojis).toBe(":red_circle: :white_circle:");
});

test("the text of the Slack functions contains no mentions", async () => {
  const values = { error: "<!channel> <@U123> <!subteam^S1> *bold* <https://deck.example|open>" };
  for (const name of ["slackSectionTextMD", "slackSectionTextFieldMD"])
    expect(await filled(`{{${name} .error}}`, values)).toContain(
      "&lt;!channel> &lt;@U123> &lt;!subteam^S1> *bold* <https://deck.example|open>",
    );
});

test("the Slack functions print JSON with escaped texts", async () => {
  const values = {
    config: { tags: { owner: "<!channel> & *x*" } },
    title: 'The "api" is\ndown',
    url: "https://deck.example/?a=1&b=2",
  };
  const template = `{"blocks": [{{slackSectionTextMD .title}}, {{slackSectionTextPlain .title}}, {{slackSectionLabels .config}},
    {"type": "section", "fields": [{{slackSectionTextFieldMD .title}}, {{slackSectionTextFieldPlain .title}}]},
    {{slackURLAction "Open" .url "Silence" .url}}]}`;
  const { blocks } = JSON.parse(await filled(template, values)) as { blocks: Record<string, unknown>[] };
  expect(blocks.map((block) => block["type"])).toEqual(["section", "section", "section", "section", "actions"]);
  expect(blocks[0]!["text"]).toEqual({ type: "mrkdwn", text: values.title });
  expect(JSON.stringify(blocks[2])).toContain("&lt;!channel&gt; &amp;");
  expect((blocks[4]!["elements"] as { url: string }[]).map(({ url }) => url)).toEqual([values.url, values.url]);
});
