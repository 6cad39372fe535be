// Adds views: one of the shop with every common panel, and the first views of the gallery.
import type { Browser } from "@playwright/test";
import type { DataProduct } from "../bench/data-estate.ts";
import { openContext, openPage } from "./camera.ts";
import { send } from "./send.ts";

const GALLERY_VIEWS = 4;

const spec = {
  display: { title: "Shop operations", icon: "server", sidebar: true, ordinal: 1 },
  queries: {
    items: { configs: { agent: "all", limit: 20_000 } },
    recent: { changes: { agent: "all", search: "created_at>now-24h", limit: 5_000 } },
  },
  merge: `
    select i.type, json_extract(i.tags, '$.cluster') as cluster, count(*) as items,
           sum(i.health = 'unhealthy') as unhealthy, sum(i.cost_total_30d) as cost, max(i.updated_at) as changed,
           coalesce(sum(r.changes), 0) as changes
    from   items i
    left   join (select config_id, count(*) as changes from recent group by 1) r on r.config_id = i.id
    group  by 1, 2
    order  by items desc`,
  columns: [
    { name: "type", type: "string", primaryKey: true },
    { name: "cluster", type: "string", primaryKey: true, filter: { type: "multiselect" } },
    { name: "items", type: "number" },
    { name: "unhealthy", type: "gauge", gauge: { min: 0, max: "row.items" } },
    { name: "changes", type: "number" },
    { name: "changed", type: "datetime" },
  ],
  panels: [
    { name: "Items", type: "number", query: "select count(*) as value from items" },
    { name: "Changes of the last 24 hours", type: "number", query: "select count(*) as value from recent" },
    {
      name: "Health",
      type: "piechart",
      query: "select coalesce(health, 'unknown') as label, count(*) as value from items group by 1",
    },
    {
      name: "Types",
      type: "bargauge",
      query: "select type as label, count(*) as value from items group by 1 order by 2 desc limit 8",
    },
    {
      name: "Cost of 30 days",
      type: "table",
      query: "select type as label, round(sum(cost_total_30d)) as value from items group by 1 order by 2 desc limit 8",
    },
  ],
};

export async function addViews(product: DataProduct, browser: Browser): Promise<void> {
  await send(product, "/api/db/views", { name: "shop-operations", namespace: "default", source: "UI", spec });
  const context = await openContext(browser, product);
  try {
    const { page, settle } = await openPage(context);
    await page.goto(`${product.url}/settings/views?gallery=open`);
    await settle();
    const cards = page.getByRole("region", { name: "Gallery" }).getByRole("article");
    await cards.first().waitFor();
    for (let index = 0; index < GALLERY_VIEWS; index += 1) {
      const add = cards.nth(index).getByRole("button", { name: "Add" });
      if (await add.isVisible()) await add.click();
      await settle();
    }
  } finally {
    await context.close();
  }
}
