// Performs generic writes: applies the rules for all tables (own-rows.ts) and then the write hook of the table, and
// records every write in the audit log in the same transaction. The data API calls this for every write, between plan
// and render.
import { problem } from "#language/problem.ts";
import { recordDeeds } from "../audit/audit.ts";
import { isAudited } from "../audit/audited-values.ts";
import { deedsOf } from "../audit/written-rows.ts";
import { createEventNames, type EventName } from "../event-names.ts";
import type { Event, Events } from "../events.ts";
import type { Secrets } from "../secrets.ts";
import { needsStoredRows, ownRows, refuseKeptElsewhere } from "../db/own-rows.ts";
import type { Row, WriteContext, WriteHook, WriteHooks, WriteVerb, Writes } from "../db/writes.ts";

export interface WriteTools {
  events: Events;
  secrets: Secrets;
}

export function createWrites(
  areas: readonly {
    name: string;
    writes?: WriteHooks;
    events?: readonly EventName[];
    recipients?: readonly string[];
  }[],
  { events, secrets }: Partial<WriteTools> = {},
): Writes {
  const hooks = new Map<string, WriteHook>();
  for (const { name, writes = {} } of areas)
    for (const [relation, hook] of Object.entries(writes)) {
      if (hooks.has(relation)) throw new Error(`${name} declares a second write hook for ${relation}`);
      hooks.set(relation, hook);
    }

  const names = createEventNames(areas);
  return {
    warnings: (relation, rows) => rows.flatMap((row) => hooks.get(relation)?.warnings?.(row, names) ?? []),
    async through(tx, actor, { relation, about, verb, rows, lockBefore, statement, origin }) {
      const hook = hooks.get(relation) ?? {};
      // A write of many rows publishes all its events with one statement per listener.
      const published: Event[] = [];
      const context: WriteContext = {
        tx,
        actor,
        relation,
        verb,
        get secrets() {
          if (!secrets) throw new Error("these writes were created without secrets");
          return secrets;
        },
        publish: async (event) => void published.push(event),
      };
      const parsed = hook.parse ? rows.map((row) => hook.parse!(row, context)) : rows;
      const audited = actor.kind === "system" ? undefined : about;
      const wantsBefore =
        (hook.prepare ?? hook.after) !== undefined ||
        (about !== undefined && needsStoredRows(about, verb, rows)) ||
        (audited !== undefined && (verb === "update" || isAudited(audited)));
      const before = wantsBefore && lockBefore ? await lockBefore() : [];
      if (about) refuseKeptElsewhere(actor, about, before, { isDeletion: isDeletion(verb, rows) });
      const own = about ? parsed.map((row) => ownRows(actor, about, verb, row, before)) : parsed;
      const prepared = hook.prepare ? await hook.prepare(context, own, before) : own;
      if (verb === "insert" && prepared.length !== rows.length)
        throw problem.internal(new Error(`the write hook of ${relation} changed the number of rows`));
      const written = await statement(prepared);
      await hook.after?.(context, written, before);
      if (published.length > 0) await events?.publishAll(tx, published);
      if (audited)
        await recordDeeds(tx, { actor, origin }, deedsOf({ relation: audited, verb, sent: rows, before, written }));
      return written;
    },
  };
}

/** Whether the write only deletes rows; setting deleted_at counts as a deletion. */
const isDeletion = (verb: WriteVerb, rows: readonly Row[]) =>
  verb === "delete" ||
  (verb === "update" &&
    rows.every(({ deleted_at: deletedAt, ...row }) => {
      const others = Object.keys(row).filter((column) => !["id", "cleanup", "created_by"].includes(column));
      return (deletedAt ?? null) !== null && others.length === 0;
    }));
