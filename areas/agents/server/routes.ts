// Creates agents and renews their tokens.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { generateAgent, renewToken } from "./generate.ts";

export function agentRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.generateAgent,
    schema.generateAgent,
    {
      access: { action: "write", resource: "agents" },
      summary: "Creates an agent with an access token, which is returned only once",
      status: 201,
    },
    async ({ actor, body: { name, properties, kubernetes }, request, reply }) => {
      await system.features.require("agents", "creating an agent");
      reply.header("cache-control", "no-store");
      return generateAgent(system, { name, properties, kubernetes }, { actor, origin: originOf(request) });
    },
  );

  handle(
    app,
    contract.renewToken,
    schema.renewToken,
    { access: "signed-in", summary: "Replaces the access token of an agent; agents can replace their own" },
    async ({ actor, body: { id }, request, reply }) => {
      await system.features.require("agents", "the renewal of a token");
      reply.header("cache-control", "no-store");
      return renewToken(system, id, { actor, origin: originOf(request) });
    },
  );
}
