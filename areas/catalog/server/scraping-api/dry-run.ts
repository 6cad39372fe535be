// A dry run queries the real source like a run, and returns the result without saving it. It is limited in time and
// size, because a user waits for it in a form, and a source may be endless.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Json } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { isKeptHere } from "#server/db/own-rows.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { restoreDocument } from "#server/spec/sealed-columns.ts";
import type * as schema from "../../scraping.contract.schema.ts";
import { PluginsInUse } from "../plugins/in-use.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { previewSave, type SavePreview } from "../save/preview-save.ts";
import { Warnings, type ReportedWarning } from "../save/tally.ts";
import type { Item, JudgeChange } from "../scrape/found.ts";
import { foundBy } from "../run/found-by.ts";
import { loadScrapers, type LoadedScraper } from "../run/load.ts";
import { retentionOf } from "../run/run-scraper.ts";
import type { KindNamed, RunnableScraper } from "../run/runnable.ts";
import { timeLimit } from "../run/time-limit.ts";
import type { ScraperSpec } from "../spec/scraper.ts";
import type { ProgressMeter } from "./progress.ts";

export type DryRunBody = z.output<typeof schema.dryRun.body>;
export type Answer = z.output<typeof schema.dryRun.answer>;

const maxDurationMs = 4 * 60_000;
const maxItems = 500;
/** Size limit for all documents together. */
const maxBytes = 4 * 1024 * 1024;
const maxDocumentBytes = 256 * 1024;
const maxWarnings = 200;
const maxDiffLength = 64 * 1024;

/** Returns the scraper to run: the spec of the request, with the identity of the saved scraper if an id is given. */
export async function findScraper(
  system: Pick<System, "db" | "secrets" | "log">,
  body: DryRunBody,
  written: ScraperSpec,
): Promise<RunnableScraper> {
  const saved = body.id === undefined ? undefined : (await loadScrapers(system, [body.id]))[0];
  if (body.id !== undefined && !saved) throw problem.notFound("scraper", body.id);
  const spec = body.spec === undefined ? saved!.spec : withCredentials(body.spec, saved, written);
  const judged = written.safeParse(spec);
  if (!judged.success)
    throw problem.badParts(
      judged.error.issues.map(({ path, message }) => ({ path: ["spec", ...path].map(String).join("."), message })),
    );
  if (saved)
    return {
      ...saved,
      spec,
      trust: isUnchanged(body.spec, saved) ? saved.trust : "operator",
      isDraft: !couldBeSaved(body.spec, saved),
    };
  return {
    id: randomUUID(),
    name: body.name ?? "dry run",
    namespace: body.namespace,
    agentId: localAgent,
    spec,
    trust: "operator",
    isDraft: true,
  };
}

type Spec = RunnableScraper["spec"];

/**
 * The built-in scraper may connect to Quarterdeck itself and to metadata services. A user's spec with the same id is
 * not allowed to do this.
 */
const isUnchanged = (sent: Spec | undefined, saved: LoadedScraper) =>
  sent === undefined || isDeepStrictEqual(sent, saved.maskedSpec);

/**
 * Scrapers that are managed elsewhere cannot be edited in the console. So only their unchanged spec may use their
 * credentials, and the connections that rules allow them to use.
 */
const couldBeSaved = (sent: Spec | undefined, saved: LoadedScraper) =>
  isKeptHere(saved.source) || isUnchanged(sent, saved);

/** Returns the spec of the request with the stored credentials in place of each ***. */
function withCredentials(sent: Spec, saved: LoadedScraper | undefined, schema: ScraperSpec): Spec {
  const stored =
    saved && couldBeSaved(sent, saved)
      ? { masked: saved.maskedSpec, originals: maskSpec(schema, saved.spec).originals }
      : undefined;
  return restoreDocument(schema, sent, { column: "spec", stored }) as Spec;
}

export interface DryRunOptions {
  signal: AbortSignal;
  scrubber: Scrubber;
  isSaved: boolean;
  kindNamed: KindNamed;
  meter: ProgressMeter;
}

export async function runDry(system: System, scraper: RunnableScraper, options: DryRunOptions): Promise<Answer> {
  const { signal, scrubber, isSaved, kindNamed, meter } = options;
  const startedAt = performance.now();
  const plugins = await loadPlugins(system);
  const judges = new WeakMap<Item, JudgeChange>();
  const late = new Warnings();
  const deadline = timeLimit(maxDurationMs, "A dry run shows the items found until then; a run has more time.");
  const found = foundBy(scraper, system, {
    signal: AbortSignal.any([signal, deadline.signal]),
    scrubber,
    log: system.log,
    kindNamed,
    plugins: new PluginsInUse(plugins),
    judges,
    warn: (warning, at) => late.add(warning, at),
    begins: (entry) => meter.begins(entry),
  });
  const foreseen = await previewSave(system, meter.heard(found), {
    scraper: { id: isSaved ? scraper.id : undefined, agentId: scraper.agentId },
    isWhole: true,
    signal,
    retention: retentionOf(scraper.spec, plugins.whole),
    judge: (change, item) => judges.get(item)?.(change) ?? change,
    maxItems,
  })
    .catch((error: unknown) => {
      // After an abort, any error is a consequence of the abort.
      throw signal.aborted ? disconnected() : error;
    })
    .finally(() => deadline.stop());
  if (signal.aborted) throw disconnected();
  return scrubber.document(answerOf(foreseen, late.all(), performance.now() - startedAt));
}

const disconnected = () =>
  new Problem("timeout", "The client disconnected, so the dry run was stopped.", { status: 499 });

function answerOf(
  { saved, items, changes, relationships, isCut }: SavePreview,
  late: readonly ReportedWarning[],
  durationMs: number,
): Answer {
  let bytes = 0;
  const shown = (config: Json): { config: Json; is_config_cut: boolean } => {
    const size = JSON.stringify(config).length;
    if (size > maxDocumentBytes || bytes + size > maxBytes) return { config: null, is_config_cut: true };
    bytes += size;
    return { config, is_config_cut: false };
  };
  return {
    items: items.map((item) => ({
      ...item,
      ...shown(item.config),
    })),
    changes: changes.map((change) => ({
      action: change.action,
      config_id: change.config_id,
      config_name: change.config_name,
      config_type: change.config_type,
      change_type: change.change_type,
      severity: change.severity,
      source: change.source,
      summary: change.summary,
      diff: change.diff === null ? null : change.diff.slice(0, maxDiffLength),
      details: change.details,
    })),
    relationships: [...relationships],
    errors: [
      ...saved.errors,
      ...(saved.failures > saved.errors.length
        ? [`There were ${saved.failures} errors in total. The first ${saved.errors.length} are shown.`]
        : []),
    ],
    warnings: [...saved.summary.warnings, ...late].slice(0, maxWarnings),
    summary: saved.summary as unknown as Json,
    is_cut: isCut,
    duration: Math.round(durationMs),
  };
}
