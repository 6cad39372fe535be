import { expect, test } from "vitest";
import { waitsFor, type PendingRun } from "../bell/waiting-approvals.ts";
import { printPlan } from "./approve/print-plan.ts";
import { modelUsage } from "./model-usage.ts";
import { isTextual } from "./result/ArtifactView.tsx";
import { resultTabs, type ResultTab } from "./result/result-tabs.ts";
import type { ActionRow, Artifact, RunDetail } from "../runs/run-query.ts";
import { contentTypeOf, firstShown, kindOf, timelineOf } from "./timeline.ts";

const run = (given: Partial<RunDetail> = {}): RunDetail => ({
  id: "run",
  playbook_id: "playbook",
  status: "running",
  created_at: "2026-11-17T10:00:00Z",
  start_time: "2026-11-17T10:00:01Z",
  end_time: null,
  scheduled_time: "2026-11-17T10:00:00Z",
  error: null,
  cause: "person",
  created_by: null,
  cancelled_by: null,
  playbooks: null,
  component: null,
  config: null,
  check: null,
  parent_id: null,
  parent_action_id: null,
  notification_send_id: null,
  config_id: null,
  component_id: null,
  check_id: null,
  parameters: null,
  request: null,
  plan: null,
  plan_hash: null,
  former_plan: null,
  playbook_approvals: [],
  spec: {
    actions: [
      { name: "build", exec: { script: "make" } },
      { name: "call", http: {}, contentType: "application/json" },
      { name: "clean", exec: {} },
    ],
  },
  ...given,
});

const action = (id: string, given: Partial<ActionRow> = {}): ActionRow => ({
  id,
  name: id,
  playbook_run_id: "run",
  status: "completed",
  scheduled_time: "2026-11-17T10:00:00Z",
  start_time: "2026-11-17T10:00:01Z",
  end_time: "2026-11-17T10:00:02Z",
  error: null,
  retry_count: 0,
  position: 0,
  timed_out: false,
  content_type: null,
  agent_id: null,
  generation: null,
  artifacts: [],
  ...given,
});

test("the timeline groups attempts, places child runs below their action, and lists actions that have not started", () => {
  const actions = [
    action("second", { name: "build", status: "running", retry_count: 1 }),
    action("first", { name: "build", status: "failed", error: "exit 1" }),
    action("inner", { playbook_run_id: "child" }),
  ];
  const child = run({ id: "child", parent_id: "run", parent_action_id: "second", status: "completed", spec: {} });
  const entries = timelineOf(run(), [child], actions);
  expect(entries.map(({ type, depth }) => [type, depth])).toEqual([
    ["action", 0],
    ["child", 1],
    ["action", 2],
    ["planned", 0],
    ["planned", 0],
  ]);
  expect(entries[0]).toMatchObject({ attempts: [{ id: "first" }, { id: "second" }], kind: "exec" });
  expect(entries.at(-1)).toMatchObject({ name: "clean" });
  expect(firstShown(entries)).toBe("inner");
});

test("a run that failed before its first action shows the reason", () => {
  expect(timelineOf(run({ status: "failed", error: "no such agent", spec: {} }), [], [])).toEqual([
    expect.objectContaining({ type: "failure", title: "Initialization", text: "no such agent" }),
  ]);
});

test("a failed run shows the actions that did not run, and a completed run shows no planned actions", () => {
  const failed = action("a", { name: "build", status: "failed", error: "exit 1" });
  expect(timelineOf(run({ status: "failed", error: "exit 1" }), [], [failed])).toEqual([
    expect.objectContaining({ type: "action" }),
    expect.objectContaining({ type: "planned", name: "call", isOver: true }),
    expect.objectContaining({ type: "planned", name: "clean", isOver: true }),
  ]);
  expect(timelineOf(run({ status: "completed" }), [], [action("a", { name: "build" })])).toEqual([
    expect.objectContaining({ type: "action" }),
  ]);
});

test("the kind and content type of an action come from the run's spec", () => {
  const call = action("x", { name: "call", position: 1 });
  expect(kindOf(run(), call)).toBe("http");
  expect(contentTypeOf(run(), call)).toBe("application/json");
  expect(contentTypeOf(run(), { ...call, content_type: "text/markdown" })).toBe("text/markdown");
});

const artifact = (filename: string, path = `playbooks/1/${filename}`): Artifact => ({
  id: filename,
  filename,
  path,
  content_type: "text/plain",
  size: 3,
  created_at: "2026-11-17T10:00:00Z",
});

const tabsOf = (given: Partial<Parameters<typeof resultTabs>[0]>) =>
  resultTabs({
    kind: "exec",
    result: null,
    error: null,
    contentType: undefined,
    artifacts: [],
    hasOutput: false,
    ...given,
  });
const shapes = (tabs: readonly ResultTab[]) => tabs.map(({ label, content }) => [label, content.type]);

test("a script shows its error first, then the output, stderr, the script and the files", () => {
  const tabs = tabsOf({
    result: { stdout: "made", stderr: "warning", exitCode: 1, path: "/bin/bash", args: ["bash", "-c", "make"] },
    error: "exit code 1",
    artifacts: [artifact("build.log", "playbooks/1/output.log"), artifact("report.html")],
    hasOutput: true,
  });
  expect(shapes(tabs)).toEqual([
    ["Error", "lines"],
    ["Output", "output"],
    ["Stderr", "lines"],
    ["Script", "code"],
    ["report.html", "artifact"],
  ]);
  expect(tabs[0]!.content).toEqual({ type: "lines", text: "exit code 1\n\nwarning" });
  expect(tabs[3]!.content).toMatchObject({ text: "$ make" });
});

test("the main output is shown by its content type", () => {
  const shown = (contentType: string | undefined, stdout = "# Title") =>
    shapes(tabsOf({ result: { stdout }, contentType }));
  expect(shown("text/markdown")).toEqual([["Stdout", "markdown"]]);
  expect(shown("application/json; charset=utf-8", "{}")).toEqual([["Stdout", "code"]]);
  expect(shown(undefined)).toEqual([["Stdout", "lines"]]);
  expect(shapes(tabsOf({ result: { stdout: "# T" }, contentType: "text/markdown", hasOutput: true }))).toEqual([
    ["Output", "output"],
    ["Stdout", "markdown"],
  ]);
});

test("other kinds show rows, responses, log lines and recommended playbooks", () => {
  const sql = tabsOf({
    kind: "sql",
    result: { query: "select 1", columns: ["b", "a"], rows: [{ a: "1", b: null }], count: 1 },
  });
  expect(shapes(sql)).toEqual([
    ["Rows", "table"],
    ["Query", "code"],
  ]);
  expect(sql[0]).toMatchObject({ count: 1, content: { columns: ["b", "a"] } });
  expect(shapes(tabsOf({ kind: "http", result: { code: 200, headers: { a: "b" }, content: "ok" } }))).toEqual([
    ["Content", "lines"],
    ["Response", "data"],
  ]);
  const logs = tabsOf({ kind: "logs", result: { logs: [{ timestamp: "T", message: "hi" }, "plain"], metadata: {} } });
  expect(shapes(logs)).toEqual([
    ["Logs", "lines"],
    ["Metadata", "data"],
  ]);
  expect(logs[0]!.content).toEqual({ type: "lines", text: "T hi\nplain" });
  const ai = tabsOf({
    kind: "ai",
    result: {
      json: { headline: "x" },
      markdown: "# x",
      generationInfo: [],
      recommendedPlaybooks: [{ id: "p", title: "Mend", parameters: [] }],
    },
  });
  expect(shapes(ai)).toEqual([
    ["Markdown", "markdown"],
    ["Recommended Playbooks", "playbooks"],
    ["AI", "data"],
  ]);
  expect(tabsOf({ kind: "notification", result: { title: "x" } })).toEqual([]);
});

test("if the output of an action is only a remark, its result comes first", () => {
  expect(shapes(tabsOf({ kind: "ai", result: { markdown: "# x" }, hasOutput: true }))).toEqual([
    ["Markdown", "markdown"],
    ["Output", "output"],
  ]);
  expect(shapes(tabsOf({ kind: "logs", result: { logs: ["hi"] }, hasOutput: true }))).toEqual([
    ["Logs", "lines"],
    ["Output", "output"],
  ]);
  expect(shapes(tabsOf({ kind: "ai", hasOutput: true }))).toEqual([["Output", "output"]]);
});

test("only text files are shown", () => {
  expect(isTextual("application/json", "a")).toBe(true);
  expect(isTextual("application/octet-stream", "trace.log")).toBe(true);
  expect(isTextual("image/png", "a.txt.png")).toBe(false);
});

test("plans are compared as text", () => {
  const part = { title: "Script", contentType: "text/x-shellscript", text: "make\n", isBinding: true };
  expect(
    printPlan([{ name: "build", kind: "exec", summary: "Run a script", parts: [part], condition: "success()" }]),
  ).toBe("build (exec)\nRun a script\nif: success()\n\nScript:\nmake");
});

test("a run is listed as waiting for a person until the person has approved it, personally or for a team", () => {
  const approval = { approvers: { people: ["Ann@example.org"], teams: ["Crew"] } };
  const waits = (given: PendingRun["playbook_approvals"], email: string, teams: readonly string[] = []) =>
    waitsFor({ approval, playbook_approvals: given }, { id: "ann", email, teams });
  const byAnn = { person: { id: "ann" }, team: null, voided_at: null };
  expect(waits([], "ann@example.org")).toBe(true);
  expect(waits([], "bob@example.org")).toBe(false);
  expect(waits([byAnn], "ann@example.org")).toBe(false);
  expect(waits([{ ...byAnn, voided_at: "2026-11-17T10:00:00Z" }], "ann@example.org")).toBe(true);
  expect(waits([byAnn], "ann@example.org", ["Crew"])).toBe(true);
  expect(waits([{ person: null, team: { name: "Crew" }, voided_at: null }], "bob@example.org", ["Crew"])).toBe(false);
});

test("the language model usage is summed over all actions", () => {
  expect(modelUsage([action("a")])).toBeUndefined();
  const generation = [
    { cost: 0.25, inputTokens: 1200, outputTokens: 30 },
    { cost: null, inputTokens: 800, outputTokens: 5 },
  ];
  expect(modelUsage([action("a", { generation }), action("b", { generation: [{ cost: 1 }] })])).toBe(
    "$1.25, 2,000 input tokens, 35 output tokens",
  );
  expect(modelUsage([action("a", { generation: [{ cost: null, inputTokens: 7, outputTokens: 1 }] })])).toBe(
    "7 input tokens, 1 output tokens",
  );
});

test("an error that is only an exit code is followed by the last lines of stderr", () => {
  const stderr = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
  const errorOf = (error: string) => tabsOf({ result: { stderr: `${stderr}\n` }, error })[0]!.content;
  const tail = Array.from({ length: 20 }, (_, index) => `line ${index + 11}`).join("\n");
  expect(errorOf("exit code 1")).toEqual({ type: "lines", text: `exit code 1\n\n${tail}` });
  expect(errorOf("no such image")).toEqual({ type: "lines", text: "no such image" });
});
