// Runs a topology: builds its tree, saves it, updates the links of the written components, and pushes the tree.
import type { System } from "#server/area.ts";
import { retried } from "#server/db/retried.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import { lockUnchanged } from "#server/spec/unchanged.ts";
import type { BuildOptions, RunnableTopology } from "../build/build-context.ts";
import { BuildFault } from "../build/build-fault.ts";
import { BuildLog } from "../build/build-log.ts";
import { buildTree, type BuiltTree } from "../build/build.ts";
import { linkComponents } from "../links/link-components.ts";
import { pushTree } from "../push/push-tree.ts";
import { writeInlineCanaries } from "../save/inline-canaries.ts";
import { saveTree, type Saved } from "../save/save.ts";
import { topologySpec } from "../spec.ts";
import type { LoadedTopology } from "./load.ts";

export interface TopologyRun {
  saved: Saved;
  log: BuildLog;
}

/** Builds the tree without saving it. Secrets of the spec never become part of a component. */
export async function builtTree(
  system: System,
  topology: RunnableTopology,
  { signal, scrubber }: BuildOptions,
  log: BuildLog,
): Promise<BuiltTree> {
  scrubber.know(...secretTexts(topologySpec, topology.spec));
  const parsed = topologySpec.safeParse(topology.spec);
  if (!parsed.success)
    throw new BuildFault(
      parsed.error.issues
        .slice(0, 5)
        .map(({ path, message }) => `${path.map(String).join(".")} ${message}`)
        .join("; "),
    );
  return buildTree({ system, topology: { ...topology, spec: parsed.data }, signal, scrubber, log });
}

/** Throws a ResourceChanged, and saves nothing, if the topology was changed or deleted during the build. */
export async function runTopology(
  system: System,
  topology: LoadedTopology,
  options: BuildOptions,
): Promise<TopologyRun> {
  const log = new BuildLog();
  const tree = await builtTree(system, topology, options, log);
  options.signal.throwIfAborted();
  const saved = await retried(system.db, async (tx) => {
    await lockUnchanged(tx, system.secrets, { table: "topologies", noun: "topology" }, topology);
    return saveTree(tx, tree, { topology, log, scrubber: options.scrubber });
  });
  for (const fault of await writeInlineCanaries(system, saved.unfinished)) log.fail(fault, { keeps: false });
  for (const fault of await linkComponents(system, saved.written)) log.warn(fault);
  const fault = await pushTree(system, topology, { ...tree, isWhole: log.isWhole }, options);
  if (fault !== undefined) log.fail(fault, { keeps: false });
  return { saved, log };
}
