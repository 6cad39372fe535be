// The calls after an incident: post-mortem, replay and exports.
import type { FastifyInstance } from "fastify";
import { sendZip } from "#areas/topology/server/index.ts";
import { Problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/afterwards.ts";
import * as schema from "../../contract/afterwards.schema.ts";
import { exportHtml, exportZip } from "./exports.ts";
import { readRecord } from "./incident-record.ts";
import { readPostmortem, writePostmortem } from "./postmortem.ts";
import { readReplay } from "./replay.ts";

const readIncident = { action: "read", resource: "incident" } as const;

export function afterwardsRoutes(app: FastifyInstance, system: System): void {
  /** An export reads many rows, so the number of simultaneous exports is limited. */
  const inTurn = takeTurns({
    atOnce: 2,
    waiting: 10,
    refuse: () =>
      new Problem("too_many_requests", "Too many exports are in progress.", {
        hint: "Try again in a few seconds.",
        retryAfter: 10,
      }),
  });

  handle(
    app,
    contract.readPostmortem,
    schema.readPostmortem,
    { access: readIncident, summary: "The post-mortem of an incident, or a draft from its data" },
    ({ params, actor }) => readPostmortem(system, actor, params.id),
  );
  handle(
    app,
    contract.writePostmortem,
    schema.writePostmortem,
    { access: { action: "write", resource: "incident" }, summary: "Saves or publishes the post-mortem of an incident" },
    ({ params, body, actor, request }) =>
      writePostmortem(system, actor, {
        id: params.id,
        ...body,
        ifMatch: request.headers["if-match"],
        isFirst: request.headers["if-none-match"] === "*",
        origin: originOf(request),
      }),
  );
  handle(
    app,
    contract.replay,
    schema.replay,
    { access: readIncident, summary: "The health of the resources of an incident over time, and the changes" },
    async ({ params, actor }) => readReplay(system, actor, await readRecord(system, actor, params.id, "the replay")),
  );
  handle(
    app,
    contract.exportHtml,
    schema.exportIncident,
    {
      access: readIncident,
      summary: "One HTML file with an incident, to open offline",
      type: "text/html; charset=utf-8",
    },
    async ({ params, actor, request, reply }) => {
      const page = await inTurn(() => exportHtml(system, params.id, { actor, origin: originOf(request) }));
      // The browser must download the file and never display it on the console's origin.
      reply.header("content-disposition", `attachment; filename="incident-${params.id}.html"`);
      return page as unknown as Blob;
    },
  );
  for (const call of [contract.exportZip, contract.snapshotIncident])
    handle(
      app,
      call,
      schema.exportIncident,
      {
        access: readIncident,
        summary: "A zip file with an incident, its resources and post-mortem",
        type: "application/zip",
      },
      async ({ params, actor, request, reply }) =>
        sendZip(reply, await inTurn(() => exportZip(system, params.id, { actor, origin: originOf(request) }))),
    );
}
