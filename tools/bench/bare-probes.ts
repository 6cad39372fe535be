// The least that has to be done to look at so many targets: the way out, and nothing around it. The yardstick of
// checks-through.ts, in a process of its own.
import { createOutbound } from "#server/outbound/create-outbound.ts";

export interface ProbeOrder {
  urls: readonly string[];
  atOnce: number;
}

async function probe({ urls, atOnce }: ProbeOrder): Promise<number> {
  const outbound = createOutbound({ trust: "operator" });
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    while (next < urls.length) {
      const { status } = await outbound.fetch(urls[next++]!);
      if (status !== 200) throw new Error(`A target answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (urls.length / (performance.now() - begun)) * 1_000;
}

process.on("message", (order: ProbeOrder) => {
  void probe(order).then((rate) => process.send!(rate));
});
process.on("disconnect", () => process.exit());
