// Tests that the events of incidents start playbooks: a playbook is the recipient of a notification rule, and its run
// can read the event.
import { expect, test } from "vitest";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const area = playbooksWith([createProbe().kind]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const editor = await person({ roles: ["editor"] });
const responder = await person({ roles: ["responder"] });

type Row = Record<string, string>;
const representation = { prefer: "return=representation" };

async function write(method: "POST" | "PATCH" | "DELETE", path: string, body: object, who = responder): Promise<Row> {
  const { status, body: rows, text } = await who.ask(path, { method, body, headers: representation });
  if (status > 201) throw new Error(`${method} ${path}: ${status} ${text}`);
  return (rows as Row[])[0]!;
}

test("every event of an incident starts the playbook of a notification rule once, and the run reads the incident", async () => {
  const playbook = await write(
    "POST",
    "/playbooks",
    {
      name: "watch-incidents",
      spec: { actions: [{ name: "act", probe: { text: "{{ .request.event.name }} {{ .request.event.id }}" } }] },
    },
    editor,
  );
  const events = [
    "incident.created",
    "incident.comment.added",
    "incident.responder.added",
    "incident.responder.removed",
    "incident.dod.added",
    "incident.dod.passed",
    "incident.dod.regressed",
    "incident.dod.removed",
    "incident.status.investigating",
    "incident.status.mitigated",
    "incident.status.resolved",
    "incident.status.closed",
    "incident.status.cancelled",
    "incident.status.open",
  ];
  await write("POST", "/notifications", { name: "incidents", events, playbook_id: playbook["id"] }, editor);

  const incident = await write("POST", "/incidents", { title: "the shop is down" });
  const id = incident["id"]!;
  await write("POST", "/comments", { incident_id: id, comment: "looking" });
  const helper = await write("POST", "/responders", { incident_id: id, type: "person", person_id: responder.id });
  await write("PATCH", `/responders?id=eq.${helper["id"]}`, { deleted_at: "now()" });
  for (const status of ["investigating", "mitigated", "resolved", "closed", "cancelled", "open"])
    await write("PATCH", `/incidents?id=eq.${id}`, { status });
  const hypothesis = await write("POST", "/hypotheses", { incident_id: id, title: "the disk", type: "root" });
  // A person decides whether evidence of this type is done. The second piece of evidence keeps the incident open.
  const add = () =>
    write("POST", "/evidences", {
      hypothesis_id: hypothesis["id"],
      type: "comment",
      description: "is free",
      definition_of_done: true,
    });
  const [evidence, other] = [await add(), await add()];
  for (const change of [{ done: true }, { done: false }, { definition_of_done: false }])
    await write("PATCH", `/evidences?id=eq.${evidence["id"]}`, change);

  const runs = async () =>
    (
      await db
        .selectFrom("playbook_runs as r")
        .innerJoin("playbook_run_actions as a", "a.playbook_run_id", "r.id")
        .select(["r.cause", "r.status", "a.result"])
        .where("r.playbook_id", "=", playbook["id"]!)
        .execute()
    ).map(({ cause, status, result }) => `${cause} ${status} ${(result as { text?: string } | null)?.text}`);
  const run = (event: string, subject = id) => `notification completed incident.${event} ${subject}`;
  const expected = [
    ...["created", "comment.added", "responder.added", "responder.removed"].map((event) => run(event)),
    ...["investigating", "mitigated", "resolved", "closed", "cancelled", "open"].map((to) => run(`status.${to}`)),
    ...["added", "passed", "regressed", "removed"].map((step) => run(`dod.${step}`, evidence["id"])),
    run("dod.added", other["id"]),
  ].toSorted();
  await until(runs, (found) => found.filter((text) => text.startsWith("notification completed")).length >= 15);
  expect((await runs()).toSorted()).toEqual(expected);
});
