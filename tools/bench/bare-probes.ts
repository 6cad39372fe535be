// Probes many targets in a separate process without the engine, as references for checks-through.ts. `fetch` uses
// Node's fetch(); `way out` uses only Outbound, which the checks also use.
import { createOutbound } from "#server/outbound/create-outbound.ts";

export interface ProbeOrder {
  urls: readonly string[];
  atOnce: number;
  by: "fetch" | "way out";
}

const outbound = createOutbound({ trust: "operator" });
const probes: Record<ProbeOrder["by"], (url: string) => Promise<number>> = {
  async fetch(url) {
    const answer = await fetch(url);
    await answer.text();
    return answer.status;
  },
  "way out": async (url) => (await outbound.fetch(url)).status,
};

async function probe({ urls, atOnce, by }: ProbeOrder): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const work = async () => {
    while (next < urls.length) {
      const status = await probes[by](urls[next++]!);
      if (status !== 200) throw new Error(`A target returned the status ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (urls.length / (performance.now() - startedAt)) * 1_000;
}

process.on("message", (order: ProbeOrder) => {
  void probe(order).then((rate) => process.send!(rate));
});
process.on("disconnect", () => process.exit());
