// Measures how long it takes to update the links of ten thousand selectors after a scraper has written many config
// items.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { atMost, median, type Bench } from "./bench.ts";
import { forkBeside } from "./check-product.ts";
import { cpuMs } from "./process-figures.ts";
import type { ScrapingOrder } from "./scraping-process.ts";
import { settled, startWithComponents } from "./topology-estate.ts";

const items = 5_000;

export const topologyLinks: Bench = {
  name: "topology-links",
  async run({ quick, profileFolder, progress }) {
    progress(`10,000 components with a selector each, ${items.toLocaleString("en")} config items`);
    const product = await startWithComponents(profileFolder);
    const scraper = forkBeside("scraping-process.ts");
    const tell = async (order: ScrapingOrder) => {
      scraper.send(order);
      await once(scraper, "message");
    };
    try {
      await tell({ kind: "open", connection: product.connection });
      const [row] = await product.ask<{ id: string }>(
        "insert into config_scrapers (name, spec, source) values ('bench', '{}', 'UI') returning id",
      );
      const save = (version: string, changed: number) =>
        tell({ kind: "save", scraperId: row!.id, items, version, changed });
      const linked = async () =>
        (
          await product.ask<{ count: number }>(
            `select count(*)::int as count from config_component_relationships
             where  deleted_at is null and selector_id like 'component/%'`,
          )
        )[0]!.count;
      /** Returns the seconds from the end of the work until no row is waiting, and the CPU time of the server. */
      const measure = async (work: () => Promise<unknown>) => {
        const cpuBefore = cpuMs(product.pid);
        await work();
        const endedAt = performance.now();
        await settled(product);
        const seconds = (performance.now() - endedAt) / 1000;
        // The server collects changes for half a second.
        await delay(1_500);
        return { seconds, cpu: (cpuMs(product.pid) - cpuBefore) / 1000 };
      };
      const first = await measure(() => save("v0", 0));
      const expected = items - items / 100;
      const found = await linked();
      if (found < expected) throw new Error(`${found} links instead of ${expected}`);
      progress(`the first scrape: links after ${first.seconds.toFixed(1)} s, ${first.cpu.toFixed(1)} s of CPU`);
      const [moved, same]: [number[], number[]] = [[], []];
      for (let round = 0; round < (quick ? 2 : 5); round += 1) {
        const retagged = await measure(() =>
          product.ask("update config_items set tags = tags || jsonb_build_object('round', $1::text)", [String(round)]),
        );
        moved.push(retagged.seconds);
        // This scrape restores the tags; in the next scrape only the documents are new.
        await measure(() => save(`restored-${round}`, items));
        const repeated = await measure(() => save(`round-${round}`, items));
        same.push(repeated.cpu);
        progress(
          `tags of all items: links after ${retagged.seconds.toFixed(1)} s, ${retagged.cpu.toFixed(1)} s of CPU; new documents: ${repeated.cpu.toFixed(1)} s of CPU`,
        );
      }
      return [
        atMost("topology: links after 5,000 new config items", first.seconds, 5, "s"),
        atMost("topology: links after 5,000 changed tags", median(moved), 5, "s"),
        atMost("topology: CPU of the server for 5,000 new documents", median(same), 2, "s"),
      ];
    } finally {
      scraper.kill();
      await product.stop();
    }
  },
};
