// Snapshot downloads: a zip file with JSON files about a component or a config item, to analyse elsewhere.
import type { FastifyInstance } from "fastify";
import { Problem, problem } from "#language/problem.ts";
import { readSpan } from "#areas/health/server/index.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { requireTopology } from "../tree/access.ts";
import { printTree } from "../tree/print.ts";
import type { ReaderTrees } from "../tree/reader-trees.ts";
import { choicesOf, selectBranches, type Branch } from "../tree/select.ts";
import { Budget, collectChecks, collectConfigs, linkedTo } from "./collect.ts";
import { type Caller, collectLogs, type LogFormat } from "./log-lines.ts";
import { sendZip, zipOf } from "./zip.ts";

interface Wanted {
  related?: boolean | undefined;
  start?: string | undefined;
  end?: string | undefined;
  logFormat: LogFormat;
}

/** The number of levels that a roll-up reads. */
const depth = 10;

/** Maximum number of components. People cannot read a file with a larger tree. */
const maxComponents = 10_000;

/** The maximum size of the collected rows, in characters; people cannot read a larger file. */
const maxCharacters = 32 * 1024 * 1024;

export function snapshotRoutes(app: FastifyInstance, system: System, readers: ReaderTrees): void {
  const inTurn = takeTurns({
    atOnce: 2,
    waiting: 10,
    refuse: () =>
      new Problem("too_many_requests", "Too many snapshots are in progress.", {
        hint: "Try again in a few seconds.",
        retryAfter: 10,
      }),
  });

  async function topologyZip(actor: Actor, id: string, wanted: Wanted, caller: Caller): Promise<Buffer> {
    const { forest: seen } = await readers.current(actor);
    // Without related components, only children by parent are included.
    const forest = wanted.related ? seen : { ...seen, related: new Map<string, string[]>() };
    const branches = selectBranches(forest, { id, depth }, maxComponents + 1);
    if (branches.length === 0) throw problem.notFound("component", id);
    if (countOf(branches) > maxComponents)
      throw problem.invalid(
        `The snapshot would have more than ${maxComponents} components. Choose a component further down, or leave out related components.`,
      );
    const ids = idsIn(branches);
    const linked = await linkedTo(system, actor, ids);
    const span = readSpan({ start: wanted.start ?? "15m", end: wanted.end }, Date.now());
    const budget = new Budget(maxCharacters);
    const components = [...printTree(forest, branches, choicesOf(forest))].join("");
    budget.take(components.length);
    // Checks are collected first, because their results are needed even if large config items and logs use up the size
    // limit.
    const checks = await collectChecks(system, actor, linked.checks, { span, budget });
    const configs = await collectConfigs(system, actor, linked.configs, budget);
    const logs = await collectLogs(system, actor, ids, { span, format: wanted.logFormat, budget, ...caller });
    return zipOf([{ name: "components.json", content: components }], { configs, checks }, logs);
  }

  async function requireConfigs(actor: Actor): Promise<void> {
    await system.features.require("config", "the snapshot of a config item");
    if (reachOf(actor, "read", "config_scrapers") === "none") throw problem.forbidden("read", "config_scrapers");
  }

  async function configZip(actor: Actor, id: string, wanted: Wanted): Promise<Buffer> {
    const client = system.db.reading(claimsOf(actor, "read"));
    const related = wanted.related
      ? await client.query<{ id: string }>(
          `select config_id as id from config_relationships where related_id = $1 and deleted_at is null
           union
           select related_id from config_relationships where config_id = $1 and deleted_at is null`,
          [id],
        )
      : { rows: [] };
    const budget = new Budget(maxCharacters);
    const configs = await collectConfigs(system, actor, [id, ...related.rows.map((row) => row.id)], budget);
    if (!configs?.rows.some((config) => config["id"] === id)) throw problem.notFound("config item", id);
    const checks = await client.query<{ id: string }>(
      "select distinct check_id as id from check_config_relationships where config_id = any ($1::uuid[]) and deleted_at is null",
      [configs.rows.map((config) => config["id"])],
    );
    const span = readSpan({ start: wanted.start ?? "15m", end: wanted.end }, Date.now());
    const ids = checks.rows.map((row) => row.id);
    return zipOf([], { configs, checks: await collectChecks(system, actor, ids, { span, budget }) });
  }

  const options = { access: "signed-in" as const, type: "application/zip" };
  for (const call of [contract.snapshotTopology, contract.snapshotTopologyBefore])
    handle(
      app,
      call,
      schema.snapshotTopology,
      {
        ...options,
        summary: "A zip file with a component, everything below it, its config items, checks and log lines",
      },
      async ({ params, query, actor, reply, signal, scrubber }) => {
        await requireTopology(system, actor, "the snapshot of a component");
        return sendZip(reply, await inTurn(() => topologyZip(actor, params.id, query, { signal, scrubber })));
      },
    );
  handle(
    app,
    contract.snapshotConfig,
    schema.snapshotConfig,
    { ...options, summary: "A zip file with a config item, its insights and checks" },
    async ({ params, query, actor, reply }) => {
      await requireConfigs(actor);
      return sendZip(reply, await inTurn(() => configZip(actor, params.id, query)));
    },
  );
}

const countOf = (branches: readonly Branch[]): number =>
  branches.reduce((sum, { components }) => sum + 1 + countOf(components), 0);

const idsIn = (branches: readonly Branch[]): string[] => [
  ...new Set(branches.flatMap(({ entry, components }) => [entry.id, ...idsIn(components)])),
];
