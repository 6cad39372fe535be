// Receives webhooks: the path selects the playbook, which specifies how the sender authenticates. The run gets the
// request.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import { reachFor } from "#areas/connections/server/index.ts";
import { readJson } from "#lib/json/read-json.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { storableValue } from "#server/db/sql-text.ts";
import { handle } from "#server/http/handle.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { playbookSubject } from "../runs/action-context.ts";
import { insertRun } from "../runs/create-run.ts";
import type { Engine } from "../runs/engine.ts";
import { findPlaybook, openPlaybook, type PlaybookRow } from "../runs/playbook-row.ts";
import { prepareRun } from "../runs/prepare-run.ts";
import { authenticateDelivery } from "../webhook/authenticate-delivery.ts";
import { maxDeliveryBytes } from "../webhook/delivery.ts";
import { IssuerKeys } from "../webhook/jwks.ts";

/** The maximum length of the stored delivery key. */
const maxIdLength = 500;
const ok = { message: "ok" } as const;

export function webhookRoutes(app: FastifyInstance, system: System, engine: Engine): void {
  const issuerKeys = new IssuerKeys();
  void app.register(async (scope) => {
    // Signatures cover the raw bytes, so the body is parsed only after they are verified.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxDeliveryBytes }, (_, body, done) =>
      done(null, body),
    );
    for (const call of [contract.receiveWebhook, contract.receiveWebhookGet])
      handle(
        scope,
        call,
        schema.receiveWebhook,
        { access: "anyone", reads: true, summary: "Starts the playbook with this webhook path" },
        async ({ params: { path }, request }) => {
          await system.features.require("playbooks", "a webhook");
          await receive(system, engine, { path, request, issuerKeys });
          return ok;
        },
      );
  });
}

interface Receiving {
  path: string;
  request: FastifyRequest;
  issuerKeys: IssuerKeys;
}

async function receive(system: System, engine: Engine, { path, request, issuerKeys }: Receiving): Promise<void> {
  const playbook = await findByPath(system, path);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const scrubber = createScrubber();
  const reach = reachFor(system, {
    subject: playbookSubject({
      playbook_id: playbook.id,
      playbook_name: playbook.name,
      playbook_namespace: playbook.namespace,
    }),
    namespace: playbook.namespace,
    scrubber,
    purpose: "webhook",
    system,
  });
  const trigger = openPlaybook(system, playbook).on!.webhook!;
  const delivery = { headers: request.headers, body };
  const tools = { value: reach.value, outbound: system.outbound("operator"), issuerKeys };
  const { deliveryIds: sentIds = [], tokenId, isOpen } = await authenticateDelivery(trigger, delivery, tools);
  const deliveryIds = sentIds.map((id) => id.slice(0, maxIdLength));
  const prepared = await prepareRun(system, engine, {
    playbookId: playbook.id,
    cause: "webhook",
    request: { ...storableValue(requestOf(request, body)), is_open: isOpen },
  });
  // Senders retry failed deliveries, so a delivery is recorded as received only together with its run.
  await system.db.system.transaction().execute(async (tx) => {
    if (deliveryIds.length > 0 && !(await isFirst(tx, playbook.id, deliveryIds))) return;
    if (tokenId !== undefined && !(await isFirst(tx, playbook.id, [tokenId])))
      throw problem.unauthorized("The token has been used before (jti).");
    await insertRun(system, tx, engine, prepared);
  });
}

async function findByPath({ db }: System, path: string): Promise<PlaybookRow> {
  const { rows } = await sql<{ id: string }>`
    select id from playbooks
    where  spec #>> '{on,webhook,path}' = ${path} and deleted_at is null`.execute(db.system);
  const playbook = rows[0] && (await findPlaybook(db.system, rows[0].id));
  if (!playbook) throw problem.notFound("webhook", path);
  return playbook;
}

/** Records the delivery. Returns false and records nothing if one of its ids was received in the last 24 hours. */
async function isFirst(tx: Tx, playbookId: string, deliveryIds: readonly string[]): Promise<boolean> {
  // Simultaneous deliveries are processed one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`playbook_deliveries ${playbookId}`}, 0))`.execute(tx);
  const { rows } = await sql`
    select from playbook_deliveries
    where  playbook_id = ${playbookId} and delivery_id = any (${deliveryIds}) and created_at >= now() - interval '1 day'
    limit  1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`
    insert into playbook_deliveries (playbook_id, delivery_id)
    select ${playbookId}, unnest(${deliveryIds}::text[])
    on conflict (playbook_id, delivery_id) do update set created_at = now()`.execute(tx);
  return true;
}

/** Headers that authenticate the sender are not stored. */
const hiddenHeaders =
  /^(?:authorization|cookie|proxy-authorization|x-hub-signature.*|(?:svix|webhook)-signature|.*(?:token|secret|api-key).*)$/i;

function requestOf({ method, url, headers, query }: FastifyRequest, body: Buffer): Readonly<Record<string, Json>> {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers["content-type"] ?? "");
  const content = body.toString("utf8").replaceAll("\0", "");
  return {
    url,
    method,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !hiddenHeaders.test(name))
        .map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
    ),
    params: Object.fromEntries(Object.entries(query as Record<string, unknown>).map(([k, v]) => [k, String(v)])),
    content,
    json: isJson && content !== "" ? parsed(content) : {},
  };
}

function parsed(content: string): Json {
  try {
    return readJson(content) as Json;
  } catch {
    throw problem.invalid("The body is not valid JSON.");
  }
}
