// 64 clients write to the same incidents at the same time: no update is lost, and no rule of the model is broken.
import { expect, test } from "vitest";
import { sql } from "kysely";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const clientCount = 64;
const operationCount = 10_000;
const incidentCount = 8;

const { db, person } = await openEstate(await startTestServer());
const people = await Promise.all(Array.from({ length: clientCount }, () => person({ roles: ["responder"] })));

type Row = Record<string, unknown>;
const representation = { prefer: "return=representation" };
const statuses = ["new", "open", "investigating", "mitigated", "resolved", "closed", "cancelled"];

const send = async (
  who: Someone,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const ask = () => who.ask(path, { method, body, headers: { ...representation, ...headers } });
  let answer = await ask();
  // On a slow machine, all database connections may be in use for a while.
  while (answer.status === 503) answer = await ask();
  // Only writes that break a rule or have an outdated version are refused.
  if (![200, 201, 400, 412].includes(answer.status))
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return { status: answer.status, rows: (Array.isArray(answer.body) ? answer.body : []) as Row[] };
};
const create = async (path: string, body: object) =>
  (await send(people[0]!, "POST", path, body)).rows[0]!["id"] as string;

interface Incident {
  id: string;
  hypotheses: string[];
  comments: string[];
  /** Texts that were appended with If-Match and accepted. */
  marks: string[];
  /** Titles that were written without If-Match. */
  titles: string[];
  added: number;
  removed: number;
}

async function newIncident(n: number): Promise<Incident> {
  const id = await create("/incidents", { title: `incident ${n}` });
  const hypotheses = [await create("/hypotheses", { incident_id: id, title: "root", type: "root" })];
  for (let i = 0; i < 6; i += 1)
    hypotheses.push(
      await create("/hypotheses", {
        incident_id: id,
        title: `factor ${i}`,
        type: "factor",
        parent_id: hypotheses.at(-1),
      }),
    );
  return { id, hypotheses, comments: [], marks: [], titles: [`incident ${n}`], added: 0, removed: 0 };
}

test(
  `${clientCount} clients, ${operationCount} random operations: no update is lost, and no constraint is violated`,
  { timeout: 1_800_000 },
  async () => {
    const chance = chanceOf(23);
    const incidents = await Promise.all(Array.from({ length: incidentCount }, (_, n) => newIncident(n)));
    const { pick } = chance;
    let sent = 0;

    const operations: readonly ((who: Someone, incident: Incident, n: number) => Promise<number>)[] = [
      async (who, incident, n) => {
        const path = `/incidents?id=eq.${incident.id}`;
        const [row] = (await send(who, "GET", `${path}&select=description,updated_at`)).rows;
        const mark = `<${n}>`;
        const { status } = await send(
          who,
          "PATCH",
          path,
          { description: `${row!["description"] as string}${mark}` },
          { "if-match": `"${row!["updated_at"] as string}"` },
        );
        if (status === 200) incident.marks.push(mark);
        return status;
      },
      async (who, incident, n) => {
        const title = `title ${n}`;
        const { status } = await send(who, "PATCH", `/incidents?id=eq.${incident.id}`, { title });
        if (status === 200) incident.titles.push(title);
        return status;
      },
      async (who, { id }) => (await send(who, "PATCH", `/incidents?id=eq.${id}`, { status: pick(statuses) })).status,
      async (who, { hypotheses }) => {
        const parent_id = chance.next() < 0.1 ? null : pick(hypotheses);
        return (await send(who, "PATCH", `/hypotheses?id=eq.${pick(hypotheses.slice(1))}`, { parent_id })).status;
      },
      async (who, { id, hypotheses }) =>
        (
          await send(who, "POST", "/evidences", {
            hypothesis_id: pick(hypotheses),
            type: "comment",
            definition_of_done: chance.next() < 0.5,
            evidence: { comment: id },
          })
        ).status,
      async (who, incident) => {
        const { status, rows } = await send(who, "POST", "/comments", { incident_id: incident.id, comment: "on it" });
        incident.added += 1;
        incident.comments.push(rows[0]!["id"] as string);
        return status;
      },
      async (who, incident) => {
        const id = incident.comments.pop();
        if (id === undefined) return 204;
        incident.removed += 1;
        return (await send(who, "DELETE", `/comments?id=eq.${id}`)).status;
      },
    ];

    await Promise.all(
      people.map(async (who) => {
        while (sent < operationCount) {
          sent += 1;
          await pick(operations)(who, pick(incidents), sent);
        }
      }),
    );

    expect(incidents.flatMap(({ marks }) => marks).length).toBeGreaterThan(incidentCount);
    for (const { id, marks, titles, added, removed } of incidents) {
      const row = await db.selectFrom("incidents").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      expect(row.description.match(/<\d+>/g)?.toSorted() ?? []).toEqual(marks.toSorted());
      const former = await db
        .selectFrom("incident_histories")
        .select(["type", "description"])
        .where("incident_id", "=", id)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      const ofType = (type: string) => former.filter((step) => step.type === type);
      const kept = ofType("incident.title_updated").map(({ description }) => description!);
      expect([...kept, row.title].toSorted()).toEqual(titles.toSorted());
      expect(ofType("comment.deleted")).toHaveLength(removed);
      const comments = await db.selectFrom("comments").select("id").where("incident_id", "=", id).execute();
      expect(comments).toHaveLength(added - removed);
      expect({ resolved: row.resolved !== null, closed: row.closed !== null }).toEqual({
        resolved: ["resolved", "closed"].includes(row.status),
        closed: ["closed", "cancelled"].includes(row.status),
      });
      // Leaving the statuses new and open acknowledges an incident; reopening a finished incident clears the
      // acknowledgement.
      let [isAcknowledged, last] = [false, "open"];
      for (const { description: status } of ofType("incident.status_updated")) {
        if (!["new", "open"].includes(status!)) isAcknowledged = true;
        else if (["resolved", "closed", "cancelled"].includes(last)) isAcknowledged = false;
        last = status!;
      }
      expect(row.acknowledged !== null).toBe(isAcknowledged);
    }
    // A hypothesis in a cycle, or below a hypothesis of another incident, is not reachable from the roots.
    const { rows } = await sql<{ all: number; reached: number }>`
    with recursive reached as (
      select id, incident_id from hypotheses where parent_id is null
      union all
      select h.id, h.incident_id from reached r join hypotheses h on h.parent_id = r.id and h.incident_id = r.incident_id
    )
    select (select count(*) from hypotheses)::int as "all", (select count(*) from reached)::int as reached`.execute(db);
    expect(rows[0]!.reached).toBe(rows[0]!.all);
  },
);
