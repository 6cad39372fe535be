// /api/catalog/{id}/versions, /at and /blame: the history of the document of a config item.
import type { FastifyInstance } from "fastify";
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { blame } from "../history/blame.ts";
import { documentAt } from "../history/document-at.ts";
import { countVersions, listVersions, readItem, readVersion } from "../history/read-history.ts";
import { requireCatalog } from "./access.ts";
import { readable } from "./matched.ts";

const defaultLimit = 100;

export function versionRoutes(app: FastifyInstance, system: System): void {
  const access = "signed-in" as const;
  handle(
    app,
    contract.configVersions,
    schema.configVersions,
    { access, summary: "The times at which the document of a config item changed" },
    async ({ params: { id }, query: { before, limit = defaultLimit }, actor }) => {
      await requireCatalog(system, actor, "the history of config items");
      const db = system.db.reading(claimsOf(actor, "read"), "page");
      const item = await readItem(db, id);
      const [{ total, first }, found] = await Promise.all([
        countVersions(db, id),
        listVersions(db, id, { before: momentOf("before", before), limit: limit + 1 }),
      ]);
      return {
        versions: found.slice(0, limit),
        total,
        first_at: first !== null && Date.parse(first) < Date.parse(item.inserted_at) ? first : item.inserted_at,
        has_more: found.length > limit,
      };
    },
  );

  handle(
    app,
    contract.configAt,
    schema.configAt,
    { access, summary: "The document of a config item at a point in time" },
    async ({ params: { id }, query: { time, change, side = "after" }, actor }) => {
      await requireCatalog(system, actor, "the history of config items");
      if ((time === undefined) === (change === undefined))
        throw problem.badParts([{ path: "query.time", message: "is required, or a change instead" }]);
      const db = system.db.reading(claimsOf(actor, "read"), "page");
      const item = await readItem(db, id);
      if (change === undefined) return documentAt(db, item, { time: momentOf("time", time)! });
      const { at } = await readVersion(db, id, change);
      return documentAt(db, item, { time: new Date(at), change: { id: change, side } });
    },
  );

  handle(
    app,
    contract.configBlame,
    schema.configBlame,
    { access, summary: "The document of a config item line by line, each line with the change that last touched it" },
    async ({ params: { id }, query: { format = "yaml" }, actor }) => {
      await requireCatalog(system, actor, "the history of config items");
      const db = system.db.reading(claimsOf(actor, "read"), "page");
      return blame(db, await readItem(db, id), format);
    },
  );
}

function momentOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const now = Date.now();
  return readable(`query.${name}`, () => {
    const moment = resolvePoint(parsePoint(text), { now, timeZone: "UTC", round: "up" });
    return new Date(Math.min(Math.max(moment, 0), Date.parse("9999-12-31T00:00:00Z")));
  });
}
