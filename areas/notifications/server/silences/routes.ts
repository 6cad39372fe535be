// Routes under /api/notification that create a silence, preview a silence, and list silences without effect.
import type { FastifyInstance } from "fastify";
import { problem, type BadPart } from "#language/problem.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Row } from "#server/db/writes.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../silences.contract.ts";
import * as schema from "../../silences.contract.schema.ts";
import { timeOf, timeZone as timeZoneField } from "./fields.ts";
import { insertSilence } from "./write-silence.ts";
import { previewSilence, type Draft } from "./preview.ts";
import { faultOfSelector } from "./selectors.ts";
import { findUnmatched } from "./unmatched.ts";
import { silenceWrites } from "./writes.ts";

export function silenceRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.createSilence,
    schema.createSilence,
    { access: { action: "write", resource: "notifications" }, summary: "Creates a silence" },
    async ({ body, actor, request }) => {
      const { time_zone: zone, selectors, ...sent } = body;
      const bad: BadPart[] = faultsOfSelectors(system, selectors);
      const times = { from: sent.from, until: sent.until };
      // A wrong time zone is reported by the write hook.
      const known = timeZoneField.safeParse(zone).data;
      for (const [field, round] of [
        ["from", "down"],
        ["until", "up"],
      ] as const) {
        const text = times[field];
        if (text === undefined) continue;
        const fault = problemOf(() => (times[field] = timeOf(text, { round, zone: known })));
        if (fault !== undefined) bad.push({ path: `body.${field}`, message: fault });
      }
      if (bad.length > 0) throw problem.badParts(bad);
      const row = { ...sent, ...times, time_zone: zone, selectors };
      await requireVisible(system, actor, row);
      const sentFields = Object.entries(row).filter(([, value]) => value !== undefined);
      const author = { actor, origin: originOf(request) };
      return system.db.system
        .transaction()
        .execute((tx) => insertSilence(tx, system, author, Object.fromEntries(sentFields)));
    },
  );

  handle(
    app,
    contract.previewSilence,
    schema.previewSilence,
    {
      access: { action: "read", resource: "notifications" },
      summary: "Returns the messages of the last 15 days that a silence would have hidden",
    },
    async ({ query, actor, reply, signal }) => {
      const draft = draftOf(system, query);
      const { ids, messages, isCut } = await previewSilence(system, actor, draft, { signal });
      const shown = ids.slice(0, query.limit ?? 1_000);
      reply.header("content-range", `${shown.length === 0 ? "*" : `0-${shown.length - 1}`}/${isCut ? "*" : messages}`);
      const { rows } = await system.db.reading(claimsOf(actor, "read")).query<{ message: { id: string } }>(
        `select to_jsonb(s) as message from notification_send_history_summary s where s.id = any ($1::uuid[])
           order by s.created_at desc, s.id desc`,
        [shown],
      );
      return rows.map(({ message }) => message);
    },
  );

  handle(
    app,
    contract.unmatchedSilences,
    schema.unmatchedSilences,
    {
      access: { action: "read", resource: "notifications" },
      summary: "Lists the silences in force that hid no message for 14 days",
    },
    ({ actor }) => findUnmatched(system, actor),
  );
}

function faultsOfSelectors(system: System, selectors: readonly ResourceSelector[] | undefined): BadPart[] {
  return (selectors ?? []).flatMap((selector, index) => {
    const message = faultOfSelector(system, selector);
    return message === undefined ? [] : [{ path: `selectors.${index}`, message }];
  });
}

const tables = {
  config_id: "config_items",
  component_id: "components",
  check_id: "checks",
  canary_id: "canaries",
} as const;

/**
 * Refuses resources that the actor is not allowed to see, with the same response as for resources that do not exist.
 */
async function requireVisible(system: System, actor: Actor, row: Row): Promise<void> {
  for (const [column, table] of Object.entries(tables)) {
    const id = row[column];
    if (id === undefined) continue;
    const { rows } = await system.db
      .reading(claimsOf(actor, "read"))
      .query(`select from ${table} where id = $1 and deleted_at is null`, [id]);
    if (rows.length === 0)
      throw problem.badParts([{ path: `body.${column}`, message: `There is no ${column.slice(0, -3)} with this id.` }]);
  }
}

type PreviewQuery = ReturnType<(typeof schema.previewSilence.query)["parse"]>;

/** Validates the draft in the same way as a saved silence. */
function draftOf(system: System, query: PreviewQuery): Draft {
  const { id, type, filter, selectors, schedule, duration_minutes: duration, time_zone: zone } = query;
  const own = type ?? "config";
  const target = (kind: string) => (id !== undefined && own === kind ? id : null);
  const draft = {
    recursive: query.recursive === "true",
    // Ids are unique across all kinds, so the type only matters for canaries.
    config_id: target("config"),
    component_id: target("component"),
    check_id: target("check"),
    canary_id: target("canary"),
    filter: filter ?? null,
    selectors: (selectors ?? null) as Draft["selectors"],
    matchers: null,
    schedule: schedule ?? null,
    duration_minutes: duration ?? null,
    time_zone: zone ?? null,
  };
  if (id === undefined && filter === undefined && (selectors ?? []).length === 0)
    throw problem.badParts([{ path: "query", message: "id, filter or selectors is required" }]);
  const bad = faultsOfSelectors(system, selectors);
  if (bad.length > 0) throw problem.badParts(bad);
  silenceWrites["notification_silences"]!.parse!(draft, { actor: { kind: "system" }, relation: "", verb: "update" });
  return draft;
}
