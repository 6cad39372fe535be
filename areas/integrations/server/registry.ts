// Reads chart definitions from the public registry, for the snippets of the Add Integration dialog. Responses are kept
// for a day. Without access to the registry, the shipped copy is used.
import { parse } from "yaml";
import { z } from "zod";
import { readJson } from "#lib/json/read-json.ts";
import type { System } from "#server/area.ts";
import { isKubernetesName, type ChartName } from "../charts.ts";
import type { Chart } from "../contract.ts";
import { shippedChart } from "./shipped-charts.ts";

const keptMs = 24 * 3_600_000;
/** The timeout is short, because a user waits for the response and the shipped copy is good enough. */
const timeoutMs = 5_000;
/** After a failure, no request is sent to the registry for this time. */
const restMs = 5 * 60_000;
const maxBytes = 1024 * 1024;

/** The name must be valid in Kubernetes, because the console inserts it into a shell command. */
const definition = z.object({
  name: z.string().refine(isKubernetesName),
  version: z.coerce.string().max(100).optional(),
});
const schemaShape = z.record(z.string(), z.unknown());

export function createRegistry({ outbound, env, log }: Pick<System, "outbound" | "env" | "log">, now = Date.now) {
  const kept = new Map<ChartName, { chart: Chart; until: number }>();

  async function read(name: ChartName, file: string, signal: AbortSignal): Promise<string> {
    const url = `${env.chartRegistryUrl}/${name}/${file}`;
    const answer = await outbound("system").fetch(url, { timeoutMs, maxBytes, signal });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    return answer.text();
  }

  async function fetchChart(name: ChartName, signal: AbortSignal): Promise<Chart> {
    const [chart, schema] = await Promise.all([
      read(name, "Chart.yaml", signal),
      read(name, "values.schema.json", signal),
    ]);
    const { name: chartName, version } = definition.parse(parse(chart));
    return { chart: chartName, version, schema: schemaShape.parse(readJson(schema)), source: "registry" };
  }

  return async (name: ChartName, signal: AbortSignal): Promise<Chart> => {
    const known = kept.get(name);
    if (known && known.until > now()) return known.chart;
    try {
      const chart = await fetchChart(name, signal);
      kept.set(name, { chart, until: now() + keptMs });
      return chart;
    } catch (error) {
      if (signal.aborted) throw error;
      log.debug({ err: error }, "the chart registry cannot be read");
      const chart = known?.chart ?? shippedChart(name);
      kept.set(name, { chart, until: now() + restMs });
      return chart;
    }
  };
}
