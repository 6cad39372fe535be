// Stores flows as rows: a form from its creation to its end.
import { sql, type Kysely } from "kysely";
import { z } from "zod";
import type { FlowUi } from "#language/columns.ts";
import { Problem, problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB, Row } from "#server/db/tables.ts";
import type { SealPending } from "./pending.ts";

export type Flow = Row<"identity_flows">;
export type FlowKind = Flow["kind"];

const lifetimeSeconds = 60 * 60;

export interface FlowStart {
  kind: FlowKind;
  type: "browser" | "api";
  csrfDigest: Uint8Array | null;
  requestUrl: string;
  returnTo?: string | null | undefined;
  refresh?: boolean;
  requestedAal?: "aal1" | "aal2";
  personId?: string | null | undefined;
  ui?: FlowUi;
  pending?: SealPending | null;
}

export function startFlow(db: Kysely<DB>, start: FlowStart): Promise<Flow> {
  const id = newId();
  return db
    .insertInto("identity_flows")
    .values({
      id,
      kind: start.kind,
      type: start.type,
      csrf_digest: start.csrfDigest,
      request_url: start.requestUrl,
      return_to: start.returnTo ?? null,
      refresh: start.refresh ?? false,
      requested_aal: start.requestedAal ?? "aal1",
      person_id: start.personId ?? null,
      ui: asJson(start.ui ?? {}),
      pending: start.pending?.(id) ?? null,
      expires_at: sql<string>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const asJson = (ui: FlowUi) => sql<FlowUi>`${JSON.stringify(ui)}::jsonb`;

/** Creates a copy of an expired form. */
export const restartFlow = (
  db: Kysely<DB>,
  flow: Flow,
  { ui, pending }: Pick<FlowStart, "ui" | "pending">,
): Promise<Flow> =>
  startFlow(db, {
    kind: flow.kind,
    type: flow.type,
    csrfDigest: flow.csrf_digest,
    requestUrl: flow.request_url,
    returnTo: flow.return_to,
    refresh: flow.refresh,
    requestedAal: flow.requested_aal,
    personId: flow.person_id,
    ...(ui && { ui }),
    ...(pending !== undefined && { pending }),
  });

const flowId = z.uuid();

export async function findFlow(db: Kysely<DB>, kind: FlowKind, id: unknown): Promise<Flow> {
  const known = flowId.safeParse(id);
  const flow = known.success
    ? await db
        .selectFrom("identity_flows")
        .selectAll()
        .where("id", "=", known.data)
        .where("kind", "=", kind)
        .executeTakeFirst()
    : undefined;
  if (!flow) throw problem.notFound(`${kind} flow`, known.success ? known.data : "");
  return flow;
}

/** Finds a flow of any kind, for a browser that returns from another provider. */
export async function findAnyFlow(db: Kysely<DB>, id: unknown): Promise<Flow> {
  const known = flowId.safeParse(id);
  const flow = known.success
    ? await db.selectFrom("identity_flows").selectAll().where("id", "=", known.data).executeTakeFirst()
    : undefined;
  if (!flow) throw problem.notFound("flow", known.success ? known.data : "");
  return flow;
}

/** Records that the browser was sent to a provider with this flow. An earlier record becomes invalid. */
export async function keepDeparture(db: Kysely<DB>, id: string, sealed: string): Promise<void> {
  await db.updateTable("identity_flows").set({ departure: sealed, active: "oidc" }).where("id", "=", id).execute();
}

/** Returns true for only one of several concurrent returns of the browser. */
export async function takeDeparture(db: Kysely<DB>, { id, departure }: Flow): Promise<boolean> {
  if (departure === null) return false;
  const { numUpdatedRows } = await db
    .updateTable("identity_flows")
    .set({ departure: null })
    .where("id", "=", id)
    .where("departure", "=", departure)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const hasExpired = ({ expires_at }: Flow) => Date.parse(expires_at) <= Date.now();

/** A flow is over when it has expired or succeeded. Only a settings form can be submitted again after a success. */
export const isOver = (flow: Flow) =>
  hasExpired(flow) || (flow.kind !== "settings" && flow.state === "passed_challenge");

export const flowExpired = (flow: Flow, next?: Flow) =>
  new Problem("self_service_flow_expired", "Your interaction expired, please fill out the form again.", {
    parts: {
      expired_at: flow.expires_at,
      // Kratos counts in nanoseconds.
      since: Math.max(0, Date.now() - Date.parse(flow.expires_at)) * 1_000_000,
      ...(next && { use_flow_id: next.id }),
    },
  });

export interface Kept {
  ui: FlowUi;
  state?: Flow["state"];
  /** Encrypted. Default: unchanged. */
  pending?: string | null;
}

export const keepAttempt = (db: Kysely<DB>, id: string, method: string | null, { ui, ...kept }: Kept): Promise<Flow> =>
  db
    .updateTable("identity_flows")
    .set({ active: method, ui: asJson(ui), ...kept, updated_at: sql<string>`now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Invalidates the challenge for a security key, regardless of the result. Returns undefined if the challenge was
 * already used.
 */
export async function takeChallenge(db: Kysely<DB>, { id, challenge }: Flow): Promise<string | undefined> {
  const { numUpdatedRows } = await db
    .updateTable("identity_flows")
    .set({ challenge: sql<string>`default` })
    .where("id", "=", id)
    .where("challenge", "=", challenge)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? challenge : undefined;
}

/** Ends a flow. Returns false if it had already ended, so that only one of two concurrent submits succeeds. */
export async function finishFlow(tx: Tx, id: string, method: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("identity_flows")
    .set({ state: "passed_challenge", active: method, ui: asJson({}), updated_at: sql<string>`now()` })
    .where("id", "=", id)
    .where("state", "<>", "passed_challenge")
    .where("expires_at", ">", sql<string>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Flows are kept for a day after their end, so that a late submit gets a specific error. */
export async function pruneFlows(db: Kysely<DB>): Promise<void> {
  await sql`delete from identity_flows where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from flow_errors where created_at < now() - interval '1 day'`.execute(db);
}
