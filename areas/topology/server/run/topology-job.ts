// Runs topologies as jobs: one run per topology at a time across all processes, recorded in the job history.
import { countOf } from "#lib/text/words.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { ResourceChanged, whileUnchanged } from "#server/spec/unchanged.ts";
import { BuildFault } from "../build/build-fault.ts";
import { loadTopology } from "./load.ts";
import { runTopology } from "./run-topology.ts";

export interface TopologyData {
  topology_id: string;
}

export const topologyJob = defineJob<TopologyData>({
  name: "topology.build",
  title: "Topology",
  concurrency: 2,
  timeoutSeconds: 3_600,
  // A failed run is recorded and repeated on its schedule; only a run whose process died is retried.
  retry: { limit: 2, delaySeconds: 5, backoff: true },
  singletonKey: ({ topology_id: id }) => id,
  resource: ({ topology_id: id }) => ({ type: "topology", id }),
  async run({ data, system, signal, scrubber, log, success, fail, stop, report }) {
    const topology = await loadTopology(system, data.topology_id);
    if (!topology) return stop("The topology was deleted.");
    const unchanged = whileUnchanged(system, { table: "topologies", noun: "topology" }, topology);
    try {
      const { saved, log: built } = await runTopology(system, topology, {
        signal: AbortSignal.any([signal, unchanged.signal]),
        scrubber,
      });
      success(saved.total);
      for (const error of built.errors) fail(scrubber.text(error));
      if (built.failures > built.errors.length)
        fail(
          `There were ${countOf(built.failures, "error", "errors")} in total; the first ${built.errors.length} are listed.`,
        );
      const { added, changed, unchanged: same, removed } = saved;
      const warnings = built.warnings.map((warning) => scrubber.text(warning));
      report({
        ...(removed > 0 && { deleted: removed }),
        summary: { added, changed, unchanged: same, removed, ...(warnings.length > 0 && { warnings }) },
      });
    } catch (error) {
      // If the job engine stopped the job, it reports the reason itself.
      if (signal.aborted) throw error;
      if (unchanged.signal.aborted) return stop((unchanged.signal.reason as ResourceChanged).message);
      if (error instanceof ResourceChanged) return stop(error.message);
      log.warn({ err: scrubber.error(error), topology: topology.id }, "a topology failed");
      fail(error instanceof BuildFault ? error.message : error);
    } finally {
      unchanged.stop();
    }
  },
});
