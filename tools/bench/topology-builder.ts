// Measures saving the components of a topology: unchanged components, compared with the minimal cost of writing their
// documents; and changed components, with their links.
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFlags } from "../../bin/server-flags.mjs";
import { atMost, judge, median, type Bench } from "./bench.ts";
import { forkBeside } from "./check-product.ts";
import { startOn } from "./data-estate.ts";
import type { BuildingDone, BuildingOrder } from "./topology-process.ts";

export const topologyBuilder: Bench = {
  name: "topology-builder",
  async run({ quick, profileFolder, progress }) {
    const components = 10_000;
    const changed = 2_000;
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-topology-"));
    // When started as root, PostgreSQL runs under another account, which must be able to traverse this folder.
    chmodSync(folder, 0o711);
    const product = await startOn(join(folder, "data"), { profileFolder });
    const worker = forkBeside("topology-process.ts", serverFlags());
    // The plain inserts run in a separate process, because their memory is not measured.
    const plain = forkBeside("topology-process.ts", serverFlags());
    const tell = async <Answer>(order: BuildingOrder, to = worker): Promise<Answer> => {
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
      const [topology] = await product.ask<{ id: string }>(
        `insert into topologies (name, spec) values ('bench', '{"schedule": "@never"}') returning id`,
      );
      for (const process of [worker, plain]) await tell({ kind: "open", connection: product.connection }, process);
      const rate = (count: number, { ms }: BuildingDone) => (count / ms) * 1_000;
      const say = (what: string, count: number, done: BuildingDone) =>
        progress(
          `${what}: ${Math.round(rate(count, done)).toLocaleString("en")} a second; ${done.megabytes.toFixed(0)} MB`,
        );
      const save = (version: string, count: number) =>
        tell<BuildingDone>({ kind: "save", topologyId: topology!.id, components, version, changed: count });

      say("first build", components, await save("v0", 0));
      await product.ask("vacuum analyze");
      const [unchanged, inserted, edited]: [number[], number[], number[]] = [[], [], []];
      let peak = 0;
      const rounds = quick ? 3 : 5;
      // The first round is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const other = await save(`round-${round}`, changed);
        say("changed", changed, other);
        const passed = await save(`round-${round}`, changed);
        say("unchanged", components, passed);
        const bare = await tell<BuildingDone>({ kind: "insert", components }, plain);
        say("inserted as plain rows", components, bare);
        if (passed.saved.unchanged !== components + 1 || other.saved.changed !== changed)
          throw new Error(`Unexpected counts: ${JSON.stringify([passed.saved, other.saved])}`);
        peak = Math.max(peak, other.megabytes);
        if (round === 0) continue;
        unchanged.push(rate(components, passed));
        inserted.push(rate(components, bare));
        edited.push(rate(changed, other));
      }
      const size = components.toLocaleString("en");
      return [
        judge({
          name: `build of ${size} unchanged components ÷ batched INSERT`,
          our: unchanged,
          their: inserted,
          atLeast: 0.3,
          unit: "rows/s",
        }),
        {
          name: "build of changed components",
          figure: `${Math.round(median(edited)).toLocaleString("en")} components/s`,
          bar: "≥ 2,000 components/s",
          verdict: median(edited) >= 2_000 ? "met" : "missed",
        },
        atMost(`memory while ${size} components are built`, peak, 300, "MB"),
      ];
    } finally {
      worker.kill();
      plain.kill();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
