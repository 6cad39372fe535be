// Write hooks for the catalog tables: they validate scrapers and plugins, publish events for manual edits of items and
// changes, and allow deleted links to be created again.
import { sql } from "kysely";
import { z } from "zod";
import { changed, writeHook, name } from "#server/db/write-hook.ts";
import type { Row, WriteHook, WriteHooks } from "#server/db/writes.ts";
import { healthEvent } from "./event-names.ts";
import { checkMayWrite } from "./run/may-write.ts";
import { syncTurn } from "./run/turns.ts";
import type { Scraping } from "./scraping.ts";
import { pluginSpec } from "./spec/plugin.ts";

const idOf = (row: Row) => row["id"] as string;

const items: WriteHook = writeHook({
  shape: z.object({ type: z.string("is required").min(1, "is required") }),
  async after({ verb, publish }, written, before) {
    if (verb === "insert" && before.length === 0)
      for (const row of written) await publish({ name: "config.created", id: idOf(row) });
    for (const { was, is } of changed(before, written)) {
      if (was["deleted_at"] === null && is["deleted_at"] !== null) {
        await publish({ name: "config.deleted", id: idOf(is) });
        continue;
      }
      if (typeof is["health"] === "string" && is["health"] !== was["health"])
        await publish({ name: healthEvent(was["health"] as string | null, is["health"]), id: idOf(is) });
      if (JSON.stringify(is["config"]) !== JSON.stringify(was["config"]))
        await publish({ name: "config.updated", id: idOf(is) });
    }
  },
});

const changes: WriteHook = writeHook({
  shape: z.object({ config_id: z.guid("is not the id of a config item") }),
  async after({ verb, publish }, written) {
    if (verb === "delete") return;
    for (const row of written)
      await publish({
        name: row["change_type"] === "diff" ? "config.updated" : "config.changed",
        id: row["config_id"] as string,
        change_id: idOf(row),
      });
  },
});

/** Removes a soft-deleted link before the same link is inserted again. */
const componentLinks: WriteHook = writeHook({
  shape: z.object({
    component_id: z.guid("is not the id of a component"),
    config_id: z.guid("is not the id of a config item"),
  }),
  async prepare({ tx, verb }, rows) {
    if (verb === "insert")
      await sql`
        delete from config_component_relationships l
        using  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (component_id uuid, config_id uuid)
        where  l.component_id = n.component_id and l.config_id = n.config_id and l.deleted_at is not null`.execute(tx);
    return rows;
  },
});

const scrapersWith = ({ spec, kindNamed }: Scraping): WriteHook =>
  writeHook({
    shape: z.object({ name, spec }),
    defaults: { spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec },
    async prepare({ actor, verb }, rows, before) {
      if (verb !== "delete")
        checkMayWrite(
          actor,
          [...rows, ...before].map((row) => row["spec"]),
          kindNamed,
        );
      return rows;
    },
    async after({ tx, verb }, written) {
      if (verb === "delete" || written.length === 0) return;
      const all = await tx.selectFrom("config_scrapers").selectAll().where("id", "in", written.map(idOf)).execute();
      for (const scraper of all) await syncTurn(tx, scraper);
    },
  });

const plugins: WriteHook = writeHook({
  shape: z.object({ name, spec: pluginSpec }),
  defaults: { spec: {} },
  fixed: ["name", "namespace"],
  sealed: { spec: pluginSpec },
});

export const catalogWritesWith = (scraping: Scraping): WriteHooks => ({
  config_scrapers: scrapersWith(scraping),
  scrape_plugins: plugins,
  config_items: items,
  config_changes: changes,
  config_component_relationships: componentLinks,
  saved_query: writeHook({ shape: z.object({ query: z.string("is required").trim().min(1, "is required") }) }),
});
