// Routes for the authors of rules: recent events, the preview of a rule, the rules of a resource, and sending a message
// again.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../rules.contract.ts";
import * as schema from "../../rules.contract.schema.ts";
import type { PipelineParts } from "../pipeline/parts.ts";
import { messageChannel } from "../pipeline.ts";
import { keyOf, readableResources, type ResourceKey } from "./readable.ts";
import { readRecentEvents } from "./recent-events.ts";
import { createTrials } from "./trials.ts";

export function ruleRoutes(app: FastifyInstance, system: System, { channels }: Pick<PipelineParts, "channels">): void {
  const trials = createTrials(system, channels);

  async function requireResource(actor: Actor, resource: ResourceKey): Promise<void> {
    const readable = await readableResources(system, actor, [resource]);
    if (!readable.has(keyOf(resource))) throw problem.notFound(resource.kind, resource.id);
  }

  handle(
    app,
    contract.recentEvents,
    schema.recentEvents,
    {
      access: { action: "read", resource: "notifications" },
      summary: "The last events of each name, with the variables for filters",
    },
    ({ actor }) => readRecentEvents(system, actor),
  );

  handle(
    app,
    contract.previewRule,
    schema.previewRule,
    {
      access: { action: "read", resource: "notifications" },
      reads: true,
      summary: "The message that a rule would send about a resource",
    },
    async ({ body, actor }) => {
      await requireResource(actor, body.resource);
      return trials.preview(body);
    },
  );

  handle(
    app,
    contract.whoIsNotified,
    schema.whoIsNotified,
    {
      access: { action: "read", resource: "notifications" },
      summary: "The rules that apply to a resource, with their recipients",
    },
    async ({ params, actor }) => {
      await requireResource(actor, params);
      return { rules: await trials.rulesOf(params) };
    },
  );

  handle(
    app,
    contract.redeliver,
    schema.redeliver,
    { access: { action: "write", resource: "notifications" }, summary: "Sends a message again, with the same id" },
    async ({ params: { id }, actor, request }) => {
      const { rows } = await system.db
        .reading(claimsOf(actor, "read"))
        .query<{ status: string; resource_name: string | null; is_ruled: boolean }>(
          `select h.status, h.resource_name,
                  exists (select from notifications n where n.id = h.notification_id and n.deleted_at is null) as is_ruled
           from   notification_send_history h
           where  h.id = $1`,
          [id],
        );
      const [message] = rows;
      if (!message) throw problem.notFound("message", id);
      if (!message.is_ruled)
        throw problem.conflict("The rule of this message was deleted, so the message cannot be sent again.");
      if (message.status !== "sent" && message.status !== "error")
        throw problem.conflict(
          `Only messages that were sent or failed can be sent again; this one is ${message.status}.`,
        );
      await system.db.system.transaction().execute(async (tx) => {
        const step = {
          at: new Date().toISOString(),
          step: "rule",
          result: "note",
          text: "A user sent the message again.",
        };
        await sql`
          update notification_send_history
          set    status = 'sending', waiting = null, not_before = null, retries = 0, error = null, trail = trail || ${JSON.stringify([step])}::jsonb
          where  id = ${id} and status in ('sent', 'error')`.execute(tx);
        await sql`select pg_notify(${messageChannel}, ${id})`.execute(tx);
        await recordDeeds(tx, { actor, origin: originOf(request) }, [
          {
            action: "run",
            resource_type: "notification_send_history",
            resource_id: id,
            resource_name: message.resource_name,
          },
        ]);
      });
      return { id };
    },
  );
}
