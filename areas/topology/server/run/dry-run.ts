// A dry run builds the tree like a run, compares it with the stored components, and returns the differences.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import type { Labels } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { isKeptHere } from "#server/db/own-rows.ts";
import type { Tx } from "#server/db/pool.ts";
import { rolledBack } from "#server/db/rolled-back.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { restoreDocument } from "#server/spec/sealed-columns.ts";
import type * as schema from "../../building.contract.schema.ts";
import type { BuildOptions, RunnableTopology } from "../build/build-context.ts";
import { BuildFault } from "../build/build-fault.ts";
import { BuildLog } from "../build/build-log.ts";
import { saveTree } from "../save/save.ts";
import { topologySpec } from "../spec.ts";
import { loadTopology, type LoadedTopology } from "./load.ts";
import { builtTree } from "./run-topology.ts";

type Body = z.output<typeof schema.dryRun.body>;
export type DryRunAnswer = z.output<typeof schema.dryRun.answer>;
export type DryRunProgress = z.output<typeof schema.dryRunProgress>;
type Shown = DryRunAnswer["components"][number];

const maxDurationMs = 4 * 60_000;
const maxShown = 2_000;

/** Returns the topology to run: the spec of the request, with the identity of the saved topology if an id is given. */
export async function findTopology(
  system: Pick<System, "db" | "secrets">,
  body: Body,
): Promise<RunnableTopology & { isSaved: boolean }> {
  const saved = body.id === undefined ? undefined : await loadTopology(system, body.id);
  if (body.id !== undefined && !saved) throw problem.notFound("topology", body.id);
  const spec = body.spec === undefined ? saved!.spec : withCredentials(body, body.spec, saved);
  const judged = topologySpec.safeParse(spec);
  if (!judged.success)
    throw problem.badParts(
      judged.error.issues.map(({ path, message }) => ({ path: ["spec", ...path].map(String).join("."), message })),
    );
  if (saved)
    return {
      ...saved,
      spec,
      labels: body.labels ?? saved.labels,
      trust: isUnchanged(body, saved) ? saved.trust : "operator",
      isDraft: !couldBeSaved(body, saved),
      isSaved: true,
    };
  return {
    id: randomUUID(),
    name: body.name ?? "dry run",
    namespace: body.namespace,
    labels: body.labels ?? {},
    agentId: localAgent,
    spec,
    trust: "operator",
    isDraft: true,
    isSaved: false,
  };
}

type Spec = RunnableTopology["spec"];

/**
 * The built-in topology may connect to Quarterdeck itself and to metadata services. A different spec with the same id
 * is not allowed to do this.
 */
const isUnchanged = ({ spec, labels }: Body, saved: LoadedTopology) =>
  (spec === undefined || isDeepStrictEqual(spec, saved.maskedSpec)) &&
  (labels === undefined || isDeepStrictEqual(labels, saved.labels));

/**
 * Topologies that are managed elsewhere cannot be edited in the console, so only their unchanged spec may use their
 * credentials and the connections that rules let them use.
 */
const couldBeSaved = (body: Body, saved: LoadedTopology) => isKeptHere(saved.source) || isUnchanged(body, saved);

/** Returns the spec of the request, with each *** replaced by the stored credential. */
function withCredentials(body: Body, sent: Spec, saved: LoadedTopology | undefined): Spec {
  const stored =
    saved && couldBeSaved(body, saved)
      ? { masked: saved.maskedSpec, originals: maskSpec(topologySpec, saved.spec).originals }
      : undefined;
  return restoreDocument(topologySpec, sent, { column: "spec", stored }) as Spec;
}

export class DryRunMeter {
  readonly log: BuildLog;
  phase: DryRunProgress["phase"] = "waiting";
  readonly #startedAt = performance.now();
  readonly #notify: () => void;

  constructor(notify: () => void = () => {}) {
    this.#notify = notify;
    this.log = new BuildLog(notify);
  }

  enter(phase: DryRunProgress["phase"]): void {
    this.phase = phase;
    this.#notify();
  }

  now(): DryRunProgress {
    const { components, lookups, failures: errors } = this.log;
    return { phase: this.phase, components, lookups, errors, elapsed: Math.round(performance.now() - this.#startedAt) };
  }
}

export async function runDry(
  system: System,
  topology: RunnableTopology & { isSaved: boolean },
  { signal, scrubber }: BuildOptions,
  meter: DryRunMeter,
): Promise<DryRunAnswer> {
  const { log } = meter;
  const startedAt = performance.now();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxDurationMs)]);
  const shown: Shown[] = [];
  let isCut = false;
  const show = (one: Shown) => {
    if (shown.length < maxShown) shown.push(one);
    else isCut = true;
  };
  try {
    meter.enter("building");
    const tree = await builtTree(system, topology, { signal: limited, scrubber }, log);
    meter.enter("comparing");
    const saved = await rolledBack(system.db, async (tx) => {
      const result = await saveTree(tx, tree, {
        topology,
        log,
        scrubber,
        isDry: true,
        watch: (action, { row, parentId }) =>
          show({
            id: row.id,
            parent_id: parentId,
            action,
            name: row.name,
            type: row.type,
            text: row.values.text,
            icon: row.values.icon,
            external_id: row.values.external_id,
            health: row.values.stated_health,
            status: row.values.stated_status,
            labels: row.values.labels as Labels | null,
            properties: row.values.properties,
          }),
      });
      for (const component of await readDeleted(tx, result.missing)) show(component);
      return result;
    });
    const { added, changed, unchanged, removed } = saved;
    return scrubber.document({
      summary: summaryOf({ added, changed, removed }),
      added,
      changed,
      unchanged,
      removed,
      components: shown,
      errors: log.errors,
      warnings: log.warnings,
      is_cut: isCut,
      duration: Math.round(performance.now() - startedAt),
    });
  } catch (error) {
    if (signal.aborted)
      throw new Problem("timeout", "The client disconnected, so the dry run was stopped.", { status: 499 });
    if (limited.aborted) throw problem.unavailable("The dry run took longer than 4 min and was stopped.");
    if (error instanceof BuildFault) throw problem.invalid(scrubber.text(error.message));
    throw error;
  }
}

/** "would add 12, change 3, remove 1". */
export function summaryOf({ added, changed, removed }: { added: number; changed: number; removed: number }): string {
  const parts = [
    ...(added > 0 ? [`add ${added}`] : []),
    ...(changed > 0 ? [`change ${changed}`] : []),
    ...(removed > 0 ? [`remove ${removed}`] : []),
  ];
  return parts.length === 0 ? "would change nothing" : `would ${parts.join(", ")}`;
}

async function readDeleted(tx: Tx, ids: readonly string[]): Promise<Shown[]> {
  const { rows } = await sql<Omit<Shown, "action">>`
    select id, parent_id, name, type, text, icon, external_id, health, status, labels, properties
    from   components
    where  id = any (${ids}::uuid[])
    order  by path, name
    limit  ${maxShown}`.execute(tx);
  return rows.map((row) => ({ ...row, action: "deleted" }));
}
