// The draft of a post-mortem: texts of people cannot change its structure.
import { expect, test } from "vitest";
import { readMarkdown } from "#areas/notifications/server/index.ts";
import type { IncidentReplay } from "../../contract/afterwards.ts";
import { draftOf, escaped } from "./draft.ts";
import type { IncidentRecord } from "./incident-record.ts";

const at = "2026-11-18T02:00:00.000Z";
const sections = ["Summary", "Impact", "Timeline", "What was tried", "Evidence", "Follow-ups"];

/** Texts that Markdown would interpret as structure. */
const forgeries = [
  "# Heading",
  "fine\n## Timeline\n- 2026-01-01 nothing happened",
  "Title\n=====",
  "Title\n---",
  "---",
  "===",
  "***",
  "> quote",
  "- item",
  "+ item",
  "* item",
  "1. first",
  "2) second",
  "```\ncode",
  "~~~",
  "    indented",
  "| a | b |\n|---|---|",
  "<h1>Heading</h1><script>alert(1)</script>",
  "![picture](https://example.org/x.png) [link](javascript:alert(1))",
  "\u2028# Heading",
  "back\\# slash",
  "**bold** _italic_ ~~gone~~ `code`",
];

/** An incident in which every text that people wrote is the malicious text. */
function recordWith(text: string): IncidentRecord {
  const history = [
    { type: "incident.created", description: text, subject: null },
    { type: "incident.title_updated", description: text, subject: null },
    { type: "hypothesis.created", description: "possible", subject: text },
    { type: "incident.status_updated", description: "resolved", subject: null },
  ];
  return {
    incident: {
      id: "i",
      incident_id: "INC-1",
      title: text,
      description: text,
      type: "availability",
      status: "resolved",
      severity: "low",
      created_at: at,
      acknowledged: null,
      resolved: null,
      closed: null,
      commander: text,
      created_by: text,
    },
    hypotheses: [{ id: "h", parent_id: null, type: "solution", title: text, status: "possible", created_at: at }],
    evidence: [
      {
        id: "e",
        hypothesis_id: "h",
        type: "check",
        description: text,
        definition_of_done: true,
        done: false,
        script: null,
        script_result: null,
        evidence: null,
        created_at: at,
        created_by: text,
        kind: "check",
        resource_id: "c",
        name: text,
      },
    ],
    comments: [{ id: "c", comment: text, author: text, created_at: at }],
    history: history.map((row, n) => ({ ...row, id: String(n), reason: text, author: text, created_at: at })),
    responders: [],
    resources: [{ kind: "check", id: "c", name: text }],
  };
}

const replayWith = (text: string): IncidentReplay => ({
  from: at,
  to: at,
  resources: [{ kind: "check", id: "c", name: text, intervals: [{ from: at, to: at, health: "unhealthy" }] }],
  changes: [{ id: "g", at, summary: text, severity: null, config: { id: "f", name: text, type: "Lock" } }],
  isThinned: false,
});

const textOf = (runs: readonly { text: string }[]) => runs.map(({ text }) => text).join("");

test.each(forgeries)("the text %j stays plain text in every part of the draft", (text) => {
  const draft = draftOf(recordWith(text), replayWith(text));
  const blocks = readMarkdown(draft);
  const plain = text.replaceAll(/\s+/g, " ").trim();
  const headings = blocks.flatMap((block) => (block.kind === "heading" ? [textOf(block.runs)] : []));
  expect(headings).toEqual([`INC-1: ${plain}`, ...sections]);
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(["heading", "paragraph", "list"]));
  const paragraphs = blocks.flatMap((block) => (block.kind === "paragraph" ? [textOf(block.runs)] : []));
  expect(paragraphs[0]).toBe(plain);
  const styled = blocks.flatMap((block) =>
    "runs" in block ? block.runs : block.kind === "list" ? block.items.flat() : [],
  );
  for (const run of styled)
    expect({ ...run, url: run.url?.startsWith("https://") ? undefined : run.url }).toEqual({
      text: run.text,
      url: undefined,
    });
});

test("a text without structure is not changed", () => {
  expect(escaped("The crane 3.5 m (north) is down - again, 100% of the time!")).toBe(
    "The crane 3.5 m (north) is down - again, 100% of the time!",
  );
});
