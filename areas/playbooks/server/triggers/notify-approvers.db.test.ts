// Approvers are asked by mail.
import { afterAll, beforeEach, expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startSmtp } from "#tests/servers/smtp.ts";
import { makeAuthority } from "#tests/support/certificates.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const smtp = await startSmtp(makeAuthority().issue({ names: ["localhost"] }), "unused");
afterAll(() => smtp.stop());
const env = {
  SMTP_URL: `smtp://ada:unused@127.0.0.1:${smtp.plainPort}?Encryption=None`,
  MAIL_FROM: "Deck <deck@example.org>",
};
const { server, db, person } = await openEstate(await startTestServer({ env }));
const [editor, approver] = [await person({ roles: ["admin"] }), await person({ roles: ["admin"] })];

beforeEach(() => {
  smtp.letters.length = 0;
});

const emailOf = async (id: string) =>
  (await db.selectFrom("people").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email!;

async function start(people: readonly string[]): Promise<string> {
  const { body } = await editor.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: {
      name: `approved-${people.length}`,
      title: "Drain the node",
      spec: {
        title: "Drain the node",
        approval: { approvers: { people } },
        actions: [{ name: "act", exec: { script: "true" } }],
      },
    },
  });
  const [{ id }] = body as [{ id: string }];
  const { body: run } = await editor.ask("/api/playbook/run", { method: "POST", body: { id } });
  return (run as { run_id: string }).run_id;
}

test("each approver who has not approved gets a message with a link to the run", async () => {
  const run = await start([await emailOf(approver.id), await emailOf(editor.id)]);
  await until(() => smtp.letters.length > 0);
  const idle = async () => (await server.system.jobs.counts()).every(({ pending, active }) => pending + active === 0);
  await until(idle);
  // The person who started the run is also an approver, and approved the run by starting it.
  expect(smtp.letters).toHaveLength(1);
  expect(smtp.letters[0]!.text).toContain("Drain the node waits for your approval");
  expect(smtp.letters[0]!.text.replaceAll("=\r\n", "")).toContain(`/playbooks/runs/${run}`);
});

test("no message is sent if the approval of the person who started the run is sufficient", async () => {
  await start([await emailOf(editor.id)]);
  const idle = async () => (await server.system.jobs.counts()).every(({ pending, active }) => pending + active === 0);
  await until(idle);
  expect(smtp.letters).toEqual([]);
});
