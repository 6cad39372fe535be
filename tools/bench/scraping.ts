// Measures saving the results of a scraper: unchanged items, compared with the minimal cost of writing them; and
// changed items, each with its diff, change and events. The memory of the saving process must not grow with the estate.
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFlags } from "../../bin/server-flags.mjs";
import { atMost, judge, median, type Bench } from "./bench.ts";
import { forkBeside } from "./check-product.ts";
import { startOn } from "./data-estate.ts";
import type { ScrapingDone, ScrapingOrder } from "./scraping-process.ts";

export const scraping: Bench = {
  name: "scraping",
  async run({ quick, profileFolder, progress }) {
    const items = quick ? 10_000 : 100_000;
    const changed = quick ? 5_000 : 10_000;
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-scraping-"));
    // When started as root, PostgreSQL runs under another account, which must be able to traverse this folder.
    chmodSync(folder, 0o711);
    const product = await startOn(join(folder, "data"), { profileFolder });
    const worker = forkBeside("scraping-process.ts", serverFlags());
    // The plain inserts run in a separate process, because their memory is not measured.
    const plain = forkBeside("scraping-process.ts", serverFlags());
    const tell = async <Answer>(order: ScrapingOrder, to = worker): Promise<Answer> => {
      const over = new AbortController();
      to.send(order);
      const heard = [once(to, "message", over), once(to, "exit", over)] as const;
      const [answer] = (await Promise.race(heard).finally(() => {
        over.abort();
        for (const event of heard) event.catch(() => {});
      })) as [Answer];
      if (to.exitCode !== null) throw new Error("The saving process has ended.");
      return answer;
    };
    try {
      const scrapers = await product.ask<{ id: string }>(
        "insert into config_scrapers (name, spec, source) values ('same', '{}', 'UI'), ('changing', '{}', 'UI') returning id",
      );
      const [same, changing] = scrapers.map(({ id }) => id) as [string, string];
      for (const process of [worker, plain]) await tell({ kind: "open", connection: product.connection }, process);
      const rate = (count: number, { ms }: ScrapingDone) => (count / ms) * 1_000;
      const say = (what: string, count: number, done: ScrapingDone) =>
        progress(
          `${what}: ${Math.round(rate(count, done)).toLocaleString("en")} a second; each ${((done.cpuMs / count) * 1000).toFixed(0)} µs of Node; ${done.megabytes.toFixed(0)} MB`,
        );
      const save = (scraperId: string, count: number, version: string) =>
        tell<ScrapingDone>({ kind: "save", scraperId, items: count, version, changed: count });

      say(`first run of ${items.toLocaleString("en")} items`, items, await save(same, items, "v0"));
      await save(changing, changed, "v0");
      await product.ask("vacuum analyze");

      const [unchanged, inserted, edited]: [number[], number[], number[]] = [[], [], []];
      let peak = 0;
      const rounds = quick ? 3 : 5;
      // The first round is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const passed = await save(same, items, "v0");
        say("unchanged", items, passed);
        const bare = await tell<ScrapingDone>({ kind: "insert", items }, plain);
        say("inserted as plain rows", items, bare);
        const other = await save(changing, changed, `round-${round}`);
        say("changed", changed, other);
        if (passed.counts.unchanged !== items || other.counts.changes !== changed)
          throw new Error(`Unexpected counts: ${JSON.stringify([passed.counts, other.counts])}`);
        peak = Math.max(peak, other.megabytes);
        if (round === 0) continue;
        unchanged.push(rate(items, passed));
        inserted.push(rate(items, bare));
        edited.push(rate(changed, other));
      }
      const size = items.toLocaleString("en");
      return [
        judge({
          name: `scrape of ${size} unchanged items ÷ batched INSERT`,
          our: unchanged,
          their: inserted,
          atLeast: 0.3,
          unit: "rows/s",
        }),
        {
          name: "scrape of changed items",
          figure: `${Math.round(median(edited)).toLocaleString("en")} items/s`,
          bar: "≥ 2,000 items/s",
          verdict: median(edited) >= 2_000 ? "met" : "missed",
          note: `batched INSERT of such documents: ${Math.round(median(inserted)).toLocaleString("en")} rows/s`,
        },
        atMost(`memory while ${size} items are scraped`, peak, 300, "MB"),
      ];
    } finally {
      worker.kill();
      plain.kill();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
