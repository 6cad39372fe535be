// The active silences of this process. They are kept in memory and read again after the table changes. While this
// process does not receive change notifications, it reads them every second.
import { sql } from "kysely";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { problemOf, Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { documentsIn, tagVariables, type ResourceDocument } from "./filters.ts";
import { faultOfSelector } from "./selectors.ts";
import { createSilenceSet, type SilenceSet } from "./silence-set.ts";
import { silenceColumns, silenceOf, type Silence, type SilenceRow } from "./silence.ts";
import type { SilenceSubject } from "./subject.ts";

export type { SilenceSubject } from "./subject.ts";

export interface NamedSilence {
  id: string;
  name: string;
}

export interface Silences {
  /** Returns a silence that hides messages about this resource at this time. */
  match(subject: SilenceSubject, at: Date): Promise<NamedSilence | undefined>;
  /** Returns all silences that hide messages about this resource at this time. */
  matchAll(subject: SilenceSubject, at: Date): Promise<readonly NamedSilence[]>;
  /** Returns the documents that filters mention. Subjects must contain them. */
  mentions(): Promise<ReadonlySet<ResourceDocument>>;
  close(): void;
}

/** Messages may be evaluated late, so a silence stays loaded for a day after its end. */
const keptAfterEnd = sql`interval '1 day'`;
const unconnectedMs = 1_000;

type Parts = Pick<System, "db" | "catalog" | "live" | "log">;

export function createSilences(system: Parts): Silences {
  const { live } = system;
  let known: { set: Promise<Loaded>; at: number } | undefined;
  const close = live.on(["notification_silences"], () => {
    known = undefined;
  });

  function current(): Promise<Loaded> {
    if (known && !live.connected && performance.now() - known.at > unconnectedMs) known = undefined;
    if (known) return known.set;
    const reading = { set: load(system), at: performance.now() };
    known = reading;
    reading.set.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.set;
  }

  return {
    async match(subject, at) {
      const set = await current();
      // The common case: without active silences nothing is compared, even if very many messages arrive at once.
      if (set.isEmpty) return undefined;
      for await (const { id, name } of set.matching(subject, at)) return { id, name };
      return undefined;
    },
    async matchAll(subject, at) {
      const found: NamedSilence[] = [];
      for await (const { id, name } of (await current()).matching(subject, at)) found.push({ id, name });
      return found;
    },
    mentions: async () => (await current()).documents,
    close,
  };
}

interface Loaded extends SilenceSet {
  documents: ReadonlySet<ResourceDocument>;
}

async function load(system: Parts): Promise<Loaded> {
  const { db, log } = system;
  const rows: SilenceRow[] = await db.system
    .selectFrom("notification_silences")
    .select(silenceColumns)
    .where("deleted_at", "is", null)
    .where("error", "is", null)
    .where(({ or, eb }) => or([eb("until", "is", null), eb("until", ">", sql<string>`now() - ${keptAfterEnd}`)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const report = (row: Pick<SilenceRow, "id" | "filter">, fault: string) =>
    void disable(system, row, fault).catch((error: unknown) =>
      log.warn({ err: error, silence: row.id, fault }, "a silence cannot be evaluated, and its error cannot be stored"),
    );
  const silences: Silence[] = [];
  for (const row of rows) {
    const fault = problemOf(() => {
      const silence = silenceOf(row);
      for (const selector of silence.selectors) refuseSelector(system, selector);
      silences.push(silence);
    });
    if (fault !== undefined) report(row, fault);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const filters = silences.flatMap(({ filter }) => filter ?? []);
  const set = createSilenceSet(system, {
    silences,
    tags: filters.length > 0 ? await tagVariables(db.system) : {},
    report: ({ id }, fault) => report(byId.get(id)!, fault),
  });
  return { ...set, documents: new Set(filters.flatMap(documentsIn)) };
}

function refuseSelector(system: Parts, selector: ResourceSelector): void {
  const fault = faultOfSelector(system, selector);
  if (fault !== undefined) throw new Unreadable(`A selector ${fault}: ${JSON.stringify(selector)}`);
}

/** Stores the error, unless the silence was changed in the meantime. */
async function disable(
  { db, log }: Parts,
  { id, filter }: Pick<SilenceRow, "id" | "filter">,
  fault: string,
): Promise<void> {
  log.warn({ silence: id, fault }, "a silence cannot be evaluated and has no effect until it is changed");
  await sql`
    update notification_silences
    set    error = ${fault}
    where  id = ${id} and error is null and filter is not distinct from ${filter}`.execute(db.system);
}
