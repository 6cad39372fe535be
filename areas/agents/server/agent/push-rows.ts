// Pushes the rows that the server does not have yet, parents first and results in the order of their times.
import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";
import type { PushedKey } from "../../contract.schema.ts";
import { flaggedKeys, markPushed, readByIds, readUnpushed, type UnpushedRow } from "./unpushed.ts";
import type { Upstream } from "./upstream.ts";

const rowsPerPush = 1000;
const bytesPerPush = 8 * 1024 * 1024;
/** The longest chain of rows that refer to each other, such as the tree of components. */
const maxDepth = 50;

interface Pusher {
  db: Kysely<DB>;
  upstream: Pick<Upstream, "push">;
  log: Log;
  signal: AbortSignal;
}

/** Returns the number of rows that were pushed. A row that the server refuses is logged and not sent again. */
export async function pushRows(pusher: Pusher): Promise<number> {
  let pushed = 0;
  for (const key of flaggedKeys)
    for (;;) {
      pusher.signal.throwIfAborted();
      const rows = await readUnpushed(pusher.db, key, rowsPerPush);
      if (rows.length === 0) break;
      for (const page of pagesOf(rows)) await push(pusher, key, page);
      pushed += rows.length;
      // Rows that changed in the meantime are pushed in the next pass, so that one busy table does not block the others.
      if (rows.length < rowsPerPush) break;
    }
  return pushed;
}

function pagesOf(rows: readonly UnpushedRow[]): UnpushedRow[][] {
  const pages: UnpushedRow[][] = [[]];
  let bytes = 0;
  for (const row of rows) {
    const size = JSON.stringify(row.sent).length;
    if (bytes + size > bytesPerPush && pages.at(-1)!.length > 0) {
      pages.push([]);
      bytes = 0;
    }
    pages.at(-1)!.push(row);
    bytes += size;
  }
  return pages;
}

async function push(pusher: Pusher, key: PushedKey, page: readonly UnpushedRow[], depth = 0): Promise<void> {
  const refused = await pusher.upstream.push({ [key]: page.map(({ sent }) => sent) });
  if (!refused) return markPushed(pusher.db, key, page);
  if (refused.missing.length > 0 && depth < maxDepth) {
    const parents = await readByIds(pusher.db, refused.missing);
    for (const { key: parent, rows } of parents) await push(pusher, parent, rows, depth + 1);
    if (parents.length > 0) return push(pusher, key, page, depth + 1);
  }
  if (page.length > 1) {
    const half = Math.ceil(page.length / 2);
    await push(pusher, key, page.slice(0, half), depth);
    return push(pusher, key, page.slice(half), depth);
  }
  pusher.log.error({ table: key, row: page[0]!.key, reason: refused.reason }, "the server refuses a row of this agent");
  await markPushed(pusher.db, key, page);
}
