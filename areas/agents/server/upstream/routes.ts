// The upstream protocol: agents report that they run, push rows, delete rows, and pull the resources that they run.
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { AnyShape, Call } from "#language/call.ts";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { openOwnConnections } from "#server/db/own-connections.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { addOutput, takeAction } from "./actions.ts";
import { notYours } from "./ownership.ts";
import { countsOfPulled, needsHttps, pull, sentTo, type PulledTable } from "./pull.ts";
import { pullConnections } from "./pull-connections.ts";
import { receive } from "./receive.ts";
import { remove } from "./remove.ts";
import { findSender, recordSeen, type Sender } from "./sender.ts";

const megabyte = 1024 * 1024;
const maxPushBytes = 64 * megabyte;
const maxArtifactBytes = 512 * megabyte;
const maxWaitSeconds = 45;

export function upstreamRoutes(app: FastifyInstance, shared: System): void {
  // Agents repeat a few statements. The connections are opened when the first agent sends a request.
  const own = openOwnConnections(shared.db, shared.log, { name: "agents", min: 0, max: 10, idleTimeoutMillis: 30_000 });
  app.addHook("onClose", () => own.close());
  const system = { ...shared, db: { ...shared.db, system: own.db } };
  for (const prefix of contract.upstreamPrefixes) routesBelow(app, system, prefix);
}

function routesBelow(app: FastifyInstance, system: System, prefix: string): void {
  const below = <Shape extends AnyShape>(call: Call<Shape>): Call<Shape> => ({
    ...call,
    path: `${prefix}${call.path}`,
  });

  const senderOf = async (actor: Actor, request: FastifyRequest, name: string | undefined): Promise<Sender> => {
    await system.features.require("agents", "the connection of an agent");
    return findSender(system, { actor, origin: originOf(request), name });
  };

  handle(
    app,
    below(contract.ping),
    schema.ping,
    { access: "signed-in", summary: "An agent reports that it runs, and reads the time of the server" },
    async ({ actor, request, query }) => {
      const { agent_name: name, hostname, version, waiting_since: since, waiting_results: waiting = 0 } = query;
      const agent = await senderOf(actor, request, name);
      const { rows } = await sql<{ time: string; resources: Record<PulledTable, number> }>`
        update agents
        set    last_seen = now(), ip = ${request.ip}, hostname = coalesce(${hostname ?? null}, hostname),
               version = coalesce(${version ?? null}, version), waiting_since = ${since ?? null}::timestamptz,
               waiting_results = ${waiting}
        where  id = ${agent.id}
        returning to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
                  ${countsOfPulled(agent)} as resources`.execute(system.db.system);
      return { id: agent.id, name: agent.name, ...rows[0]! };
    },
  );

  handle(
    app,
    below(contract.push),
    schema.push,
    {
      access: "signed-in",
      summary: "Stores rows of an agent; 409 with data.ids if rows are missing that they refer to",
      bodyLimit: maxPushBytes,
    },
    async ({ actor, request, query, body: { agent_name: name, ...rows } }) =>
      receive(system, await senderOf(actor, request, query.agent_name ?? name), rows),
  );

  handle(
    app,
    below(contract.remove),
    schema.remove,
    { access: "signed-in", summary: "Deletes rows of an agent", bodyLimit: maxPushBytes },
    async ({ actor, request, query, body: { agent_name: name, ...rows } }) => ({
      deleted: await remove(system, await senderOf(actor, request, query.agent_name ?? name), rows),
    }),
  );

  const pulls = (call: typeof contract.pullCanaries, table: PulledTable, what: string) =>
    handle(
      app,
      below(call),
      schema.pull,
      { access: "signed-in", summary: `Returns the ${what} that the agent runs, changed since a time` },
      async ({ actor, request, query: { agent_name: name, since } }) =>
        pull(system, await senderOf(actor, request, name), {
          table,
          since,
          actor,
          origin: originOf(request),
          isPrivate: isPrivate(request),
        }),
    );
  pulls(contract.pullCanaries, "canaries", "canaries");
  pulls(contract.pullScrapers, "config_scrapers", "scrapers");
  pulls(contract.pullTopologies, "topologies", "topologies");

  handle(
    app,
    below(contract.pullConnections),
    schema.pullConnections,
    {
      access: "signed-in",
      summary: "Lists the connections that the resources of the agent may use, with credentials that the agent lacks",
      bodyLimit: maxPushBytes,
    },
    async ({ actor, request, query, body: { agent_name: name, stored } }) =>
      pullConnections(system, await senderOf(actor, request, query.agent_name ?? name), {
        stored,
        actor,
        origin: originOf(request),
        isPrivate: isPrivate(request),
      }),
  );

  handle(
    app,
    below(contract.playbookAction),
    schema.playbookAction,
    { access: "signed-in", summary: "Waits for a playbook action that the agent runs; empty if there is none" },
    async ({ actor, request, signal, query: { agent_name: name, wait = maxWaitSeconds } }) => {
      const agent = await senderOf(actor, request, name);
      if (!isPrivate(request)) throw needsHttps();
      await recordSeen(system.db.system, agent);
      const action = await takeAction(system, agent, { waitMs: wait * 1000, signal });
      const sent = action?.connections?.map((connection) => sentTo(agent, "connections", connection)) ?? [];
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, sent);
      return action ?? {};
    },
  );

  handle(
    app,
    below(contract.playbookOutput),
    schema.playbookOutput,
    { access: "signed-in", summary: "Stores output of a playbook action that the agent runs" },
    async ({ actor, request, params: { id }, query: { agent_name: name }, body }) =>
      addOutput(system, await senderOf(actor, request, name), { id, ...body }),
  );

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_, payload, done) => done(null, payload));
    handle(
      scope,
      below(contract.pushArtifact),
      schema.pushArtifact,
      {
        access: "signed-in",
        summary: "Stores the bytes of an artifact that the agent has pushed",
        bodyLimit: maxArtifactBytes,
      },
      async ({ actor, request, params: { id }, query: { agent_name: name } }) => {
        const agent = await senderOf(actor, request, name);
        const known = await findArtifact(system, agent, id);
        // The agent repeats the request if it did not receive the response.
        if (known.isComplete) return { id, size: known.size };
        const { size } = await system.artifacts.fill(id, limited(request.body as Readable | undefined));
        return { id, size };
      },
    );
  });
}

/** Whether the connection is encrypted, or stays on this machine. */
const isPrivate = (request: FastifyRequest) => request.protocol === "https" || isLoopback(request.ip);
const isLoopback = (address: string) => /^(?:::ffff:)?127\.|^::1$/.test(address);

async function findArtifact({ db }: System, agent: Sender, id: string): Promise<{ isComplete: boolean; size: number }> {
  const { rows } = await sql<{ is_own: boolean; is_complete: boolean; size: number }>`
    select coalesce(c.agent_id, i.agent_id, p.agent_id) is not distinct from ${agent.id}::uuid as is_own,
           a.completed_at is not null as is_complete,
           a.size
    from   artifacts a
    left   join checks c on c.id = a.check_id
    left   join config_changes h on h.id = a.config_change_id
    left   join config_items i on i.id = h.config_id
    left   join playbook_run_actions p on p.id = a.playbook_run_action_id
    where  a.id = ${id}
    and    a.deleted_at is null`.execute(db.system);
  const [row] = rows;
  if (!row) throw problem.notFound("artifact", id);
  if (!row.is_own) throw notYours("artifacts", [id]);
  return { isComplete: row.is_complete, size: row.size };
}

async function* limited(body: Readable | undefined): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of body ?? []) {
    size += (piece as Buffer).length;
    if (size > maxArtifactBytes)
      throw new Problem("too_large", `The artifact is larger than ${maxArtifactBytes / megabyte} MiB.`);
    yield piece as Buffer;
  }
}
