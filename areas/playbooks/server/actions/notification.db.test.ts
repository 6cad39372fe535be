// Tests messages through channels: a simulated Slack, and a real mail server.
import { Readable } from "node:stream";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { faultsOf, planAction, playbookId, runAction, runId } from "#tests/support/actions.ts";
import { makeAuthority } from "#tests/support/certificates.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { startSmtp } from "#tests/servers/smtp.ts";
import { chatKeys, messengers, written } from "#tests/services/messengers.ts";
import { startStandIns } from "#tests/services/stand-in.ts";

const { databases } = await testDatabase();
const system = await runSystem(databases);
const { outbound } = await startStandIns(messengers);
const password = "canaryPp-mail-password";
const smtp = await startSmtp(makeAuthority().issue({ names: ["localhost"] }), password);
afterAll(async () => {
  await system.stop();
  await smtp.stop();
});

beforeEach(() => {
  written.length = 0;
  smtp.letters.length = 0;
});

const slack = { "connection://chat": { type: "slack", username: "C0123456789", password: chatKeys.slack } };
const mail = {
  "connection://mail": {
    type: "email",
    username: "ada",
    password,
    properties: { host: "localhost", port: `${smtp.plainPort}`, from: "deck@example.org", to: "ops@example.org" },
  },
};
const around = { system: { db: system.db, artifacts: system.artifacts } };

test("PB-14: sends a message through a connection, and returns its text", async () => {
  const { outcome, output } = await runAction(
    "notification",
    { connection: "connection://chat", title: "Low tide", message: "The **gate** is closed." },
    { outbound, connections: slack },
  );
  expect(outcome.result).toEqual({
    title: "Low tide",
    message: "The **gate** is closed.",
    slack: "The **gate** is closed.",
  });
  expect(written).toEqual([expect.stringContaining("Low tide")]);
  expect(output.stdout).toContain("https://slack.com/api/chat.postMessage → 200");
  expect(JSON.stringify({ outcome, output })).not.toContain("canaryZ");
});

test("sends to a plain URL, and applies properties", async () => {
  const block = {
    url: `slack://${chatKeys.slack}@C0000000000`,
    message: "ahoy",
    properties: { channel: "C0123456789" },
  };
  await runAction("notification", block, { outbound });
  expect(written).toHaveLength(1);
});

test("fails with the error of the service, without its token", async () => {
  const wrong = { "connection://chat": { ...slack["connection://chat"], password: "xoxb-canary-wrong" } };
  const block = { connection: "connection://chat", message: "ahoy" };
  const failure: unknown = await runAction("notification", block, { outbound, connections: wrong }).catch(
    (e: unknown) => e,
  );
  expect(failure).toMatchObject({ name: "ActionInvalid" });
  expect(String(failure)).not.toContain("xoxb-canary");
  await expect(
    runAction("notification", block, { outbound, connections: { "connection://chat": { type: "redis" } } }),
  ).rejects.toThrow("Messages cannot be sent to connections of type redis.");
  const cancelled = AbortSignal.abort(new Error("cancelled by ada"));
  await expect(runAction("notification", block, { outbound, connections: slack, signal: cancelled })).rejects.toThrow(
    "cancelled by ada",
  );
});

test("attaches base64 content and artifacts of earlier actions to a mail", async () => {
  const db = databases.system;
  await db
    .insertInto("playbooks")
    .values({ id: playbookId, name: "tests", spec: { actions: [] } })
    .execute();
  await db.insertInto("playbook_runs").values({ id: runId, playbook_id: playbookId }).execute();
  const action = newId();
  await db
    .insertInto("playbook_run_actions")
    .values({ id: action, name: "report", playbook_run_id: runId, status: "completed" })
    .execute();
  for (const name of ["a.csv", "b.txt"]) {
    const path = `playbooks/${action}/out/${name}`;
    const content = Readable.from([Buffer.from(`content of ${name}`)]);
    const { id } = await system.artifacts.save({ path, filename: name, contentType: "text/plain" }, content);
    await db.updateTable("artifacts").set({ playbook_run_action_id: action }).where("id", "=", id).execute();
  }
  const attachments = [
    { filename: "note.txt", content: Buffer.from("by hand").toString("base64"), contentType: "text/plain" },
    { content: "artifact://report/out/*.csv" },
  ];
  const block = { connection: "connection://mail", title: "Report", message: "See the file.", attachments };
  await runAction("notification", block, { outbound: createOutbound(), connections: mail, ...around });
  const [letter] = smtp.letters;
  expect(letter?.text).toContain("filename=note.txt");
  expect(letter?.text).toContain("filename=a.csv");
  expect(letter?.text).toContain(Buffer.from("content of a.csv").toString("base64"));
  expect(letter?.text).not.toContain("b.txt");
  const missing = { ...block, attachments: [{ content: "artifact://report/none" }] };
  await expect(
    runAction("notification", missing, { outbound: createOutbound(), connections: mail, ...around }),
  ).rejects.toThrow("The run has no artifact that matches artifact://report/none.");
});

test("refuses invalid blocks, and attachments for services other than mail", async () => {
  expect(faultsOf("notification", { message: "x" })).toEqual(["connection is required unless a URL is set"]);
  expect(faultsOf("notification", { connection: "a", url: "b", message: "x" })).toHaveLength(1);
  expect(faultsOf("notification", { connection: "a" })).toEqual(["message is required"]);
  const block = { connection: "connection://chat", message: "x", attachments: [{ content: "eA==" }] };
  await expect(runAction("notification", block, { outbound, connections: slack })).rejects.toThrow("by mail only");
});

test("the plan shows the message text, and nothing is sent", async () => {
  const block = { connection: "connection://chat", title: "Low tide", message: `Key ${chatKeys.slack}` };
  const plan = await planAction("notification", block, { outbound, connections: slack });
  expect(plan).toMatchObject({
    summary: "Send a message to connection://chat (slack)",
    parts: [{ contentType: "text/markdown", text: "Low tide\n\nKey ***", isBinding: true }],
  });
  expect(written).toEqual([]);
});
