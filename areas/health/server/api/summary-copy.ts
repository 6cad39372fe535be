// Keeps all checks in memory, in the form that the health page shows. Thousands of people may look at ten thousand
// checks, so only changed rows are read from the database. Changes arrive as notifications (live), and each request
// updates the copy first. Without notifications, or when too many rows changed to be listed, the versions of all rows
// are compared instead.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { readWindows } from "../engine/windows.ts";
import { createCompressedList, type Printed } from "./compressed-list.ts";

export interface SummaryCopy {
  /** Resolves with a state that includes all notifications so far. */
  current(): Promise<SummaryState>;
}

export interface SummaryState {
  /** Increases with every change; only valid in this process. */
  readonly version: number;
  readonly cursor: string;
  /** The whole response; its rows have no particular order. */
  whole: Printed;
  /** The maintenance windows, as JSON. */
  maintenance: string;
  /** Changed and removed rows after a cursor; undefined when the cursor is too old or unknown. */
  since(cursor: string): { rows: readonly string[]; removed: readonly string[] } | undefined;
}

interface Kept {
  json: string;
  /** Version of the database rows that the JSON is built from. */
  mark: string;
  version: number;
}

/** Number of removed checks that are remembered for later cursors. */
const maxRemembered = 5_000;

const relations = ["checks", "canaries", "check_status_summaries", "maintenance_windows"];

export function createSummaryCopy({ db, live }: Pick<System, "db" | "live">): SummaryCopy {
  /** Invalidates cursors from other processes, or from before a restart. */
  const epoch = randomUUID().slice(0, 8);
  const kept = new Map<string, Kept>();
  const removed = new Map<string, number>();
  const list = createCompressedList();
  let state: SummaryState | undefined;
  let version = 1;
  /** Cursors older than this get the whole list. */
  let knownSince = 0;

  let changedChecks = new Set<string>();
  let changedCanaries = new Set<string>();
  let isAnythingChanged = true;
  let areWindowsChanged = true;
  let maintenance = "[]";
  let isListening = false;
  let updating: Promise<void> | undefined;

  function listen(): void {
    isListening = true;
    live.on(relations, ({ relation, ids }) => {
      if (relation === "maintenance_windows") areWindowsChanged = true;
      else if (ids === null) isAnythingChanged = true;
      else for (const id of ids) (relation === "canaries" ? changedCanaries : changedChecks).add(id);
    });
  }

  // An update in progress has already taken its notifications, but their rows are not in the copy yet.
  const isBehind = () =>
    updating !== undefined ||
    isAnythingChanged ||
    areWindowsChanged ||
    !live.connected ||
    changedChecks.size > 0 ||
    changedCanaries.size > 0;

  async function update(): Promise<void> {
    const canTrust = live.connected;
    const isUnknown = isAnythingChanged || !canTrust;
    const checks = changedChecks;
    const canaries = changedCanaries;
    changedChecks = new Set();
    changedCanaries = new Set();
    isAnythingChanged = false;
    const areWindowsUnknown = isUnknown || areWindowsChanged;
    areWindowsChanged = false;
    try {
      if (areWindowsUnknown) await takeWindows();
      if (isUnknown) await compareAll();
      else take(await readRows([...checks], [...canaries]), [...checks]);
      if (isUnknown && !canTrust) isAnythingChanged = true;
    } catch (error) {
      isAnythingChanged = true;
      throw error;
    }
  }

  /**
   * Reads all windows, because there are few. Whether a window is open depends on the current time, so the code that
   * displays the checks determines it.
   */
  async function takeWindows(): Promise<void> {
    const next = JSON.stringify(await readWindows(db.plain));
    if (next === maintenance) return;
    maintenance = next;
    version += 1;
  }

  async function compareAll(): Promise<void> {
    const marks = await readMarks();
    const present = new Set(marks.map(({ id }) => id));
    const gone = [...kept.keys()].filter((id) => !present.has(id));
    const changed = marks.filter(({ id, mark }) => kept.get(id)?.mark !== mark).map(({ id }) => id);
    const rows = changed.length === 0 ? [] : await readRows(changed, []);
    take(rows, [...changed, ...gone]);
  }

  /** Removes the ids in `requested` that have no row. */
  function take(rows: readonly Read[], requested: readonly string[]): void {
    const next = version + 1;
    let hasChanged = false;
    for (const { id, json, mark } of rows) {
      const known = kept.get(id);
      if (known?.json === json) {
        known.mark = mark;
        continue;
      }
      kept.set(id, { json, mark, version: next });
      list.set(id, json);
      removed.delete(id);
      hasChanged = true;
    }
    const found = new Set(rows.map(({ id }) => id));
    for (const id of requested) {
      if (found.has(id) || !kept.delete(id)) continue;
      list.delete(id);
      removed.set(id, next);
      hasChanged = true;
    }
    forgetOldest();
    if (hasChanged) version = next;
  }

  function forgetOldest(): void {
    for (const [id, at] of removed) {
      if (removed.size <= maxRemembered) return;
      removed.delete(id);
      knownSince = Math.max(knownSince, at);
    }
  }

  interface Read {
    id: string;
    json: string;
    mark: string;
  }

  async function readRows(checks: readonly string[], canaries: readonly string[]): Promise<readonly Read[]> {
    const { rows } = await sql<Read>`
      select v.id, row_to_json(v)::text as json, ${mark} as mark
      from   check_summary v
      join   checks c on c.id = v.id
      join   canaries k on k.id = c.canary_id
      left   join check_status_summaries s on s.check_id = c.id
      where  c.deleted_at is null
      and    (v.id = any (${checks}::uuid[]) or v.canary_id = any (${canaries}::uuid[]))`.execute(db.plain);
    return rows;
  }

  async function readMarks(): Promise<readonly Pick<Read, "id" | "mark">[]> {
    const { rows } = await sql<Pick<Read, "id" | "mark">>`
      select c.id, ${mark} as mark
      from   checks c
      join   canaries k on k.id = c.canary_id
      left   join check_status_summaries s on s.check_id = c.id
      where  c.deleted_at is null`.execute(db.plain);
    return rows;
  }

  return {
    async current() {
      if (!isListening) listen();
      // An update does not include notifications that arrive during it. Two rounds are enough, because later
      // notifications arrived after the request.
      for (let round = 0; round < 2 && isBehind(); round += 1)
        await (updating ??= update().finally(() => (updating = undefined)));
      return state?.version === version ? state : (state = present());
    },
  };

  function present(): SummaryState {
    const at = version;
    const cursor = `${epoch}.${at}`;
    return {
      version: at,
      cursor,
      maintenance,
      whole: list.print(
        `{"runnerName":"local","cursor":"${cursor}","checks_summary":[`,
        `],"maintenance":${maintenance}}`,
      ),
      since(known) {
        const [cursorEpoch, text] = known.split(".");
        const from = Number(text);
        if (cursorEpoch !== epoch || !Number.isInteger(from) || from > at || from < knownSince) return undefined;
        return {
          rows: [...kept.values()].filter((row) => row.version > from).map(({ json }) => json),
          removed: [...removed].filter(([, gone]) => gone > from).map(([id]) => id),
        };
      },
    };
  }
}

/** A rewritten row has a different xmin. */
const mark = sql`concat(c.xmin, ' ', k.xmin, ' ', s.xmin)`;
