// Measures the CPU time of an idle new installation, which runs its own five checks every 30 seconds. The measurement
// begins a minute after the start, when the work of the start is done.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { atMost, type Bench } from "./bench.ts";
import { familyCpuMs, pause } from "./check-product.ts";
import { cpuMs } from "./process-figures.ts";
import { startProduct } from "./product.ts";

export const idle: Bench = {
  name: "idle",
  async run({ quick, profileFolder, progress }) {
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-idle-"));
    chmodSync(folder, 0o711);
    const dataDir = join(folder, "data");
    const product = await startProduct({ dataDir, profileFolder });
    try {
      const postgres = readPostmaster(join(dataDir, "postgres"))!.pid;
      progress("a minute at rest");
      await pause(60_000);
      const seconds = quick ? 60 : 240;
      const cpu = () => ({ node: cpuMs(product.pid), postgres: familyCpuMs(postgres) });
      const before = cpu();
      await pause(seconds * 1_000);
      const after = cpu();
      const share = (kind: "node" | "postgres") => (after[kind] - before[kind]) / seconds / 10;
      const shares = `Node ${share("node").toFixed(2)} %, PostgreSQL ${share("postgres").toFixed(2)} %`;
      return [atMost("CPU time when idle, of one core", share("node") + share("postgres"), 1, "%", shares)];
    } finally {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
