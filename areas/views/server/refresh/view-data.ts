// Returns the data of a view: stored data if they are fresh enough, otherwise the data of a new refresh. Requests for
// the same data share one refresh, in this process and across processes.
import { setTimeout as delay } from "node:timers/promises";
import { Problem, problem } from "#language/problem.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import { authorOf } from "../rights/author.ts";
import { readerOf, sharedKey, type Reader } from "../rights/reader.ts";
import { viewSpec, type ViewSpec } from "../spec/view-spec.ts";
import { headOf, type Shown, type ShownResult } from "./answer.ts";
import { linkedViews, otherViewsFor } from "./other-views.ts";
import {
  fingerprintOf,
  inTurn,
  prepareRefresh,
  refresh,
  refreshLimits,
  variablesOf,
  type Prepared,
  type Refreshing,
  type RefreshLimits,
} from "./refresh.ts";
import {
  endLease,
  findResult,
  isLeased,
  recordRun,
  storeErrors,
  storeResult,
  takeLease,
  type ResultKey,
  type StoredResult,
} from "./stored-results.ts";
import { requireView, requireViews, specOf, type ViewRow } from "./view-row.ts";

export interface ViewRequest {
  namespace: string;
  name: string;
  variables?: Readonly<Record<string, string>> | undefined;
  /** The maximum age of the data. Default: `maxAge` of the view. */
  maxAgeMs?: number | undefined;
  /** How long to wait for a refresh. Default: `refreshTimeout` of the view. */
  timeoutMs?: number | undefined;
}

export interface ViewData extends Shown {
  result: ShownResult;
}

/** A refresh is stopped after this time. */
const maxRefreshMs = 60_000;
const leasePollMs = 100;
/**
 * Maximum time to wait for other processes: one can hold the lease for a whole refresh, and several can queue for it.
 */
const maxWaitMs = 3 * maxRefreshMs;
/** The maximum nesting depth of views that read other views. */
const maxDepth = 5;

interface Context {
  view: ViewRow;
  spec: ViewSpec;
  reader: Reader;
  key: ResultKey;
  sent: Readonly<Record<string, string>>;
  /** The ids of the views that read this view, directly or indirectly. */
  trail: readonly string[];
}

interface ReadOptions {
  trail?: readonly string[];
  /** Returns stored data of any age, and refreshes nothing. */
  isStored?: boolean;
  limits?: RefreshLimits;
}

/**
 * Throws a Problem if the actor may not read the view, or if there are no stored data and the refresh exceeds the
 * timeout.
 */
export async function viewData(
  system: System,
  actor: Actor,
  request: ViewRequest,
  { trail = [], isStored = false, limits = refreshLimits }: ReadOptions = {},
): Promise<ViewData> {
  await requireViews(system, actor);
  const view = await requireView(system, actor, request);
  if (trail.includes(view.id)) throw problem.invalid(`The view ${view.namespace}/${view.name} reads itself.`);
  if (trail.length >= maxDepth) throw problem.invalid(`Views can read other views at most ${maxDepth} levels deep.`);
  const spec = specOf(system, view);
  const reader = readerOf(system, actor, spec);
  const context = (sent: Context["sent"]): Context => {
    const key = { viewId: view.id, fingerprint: fingerprintOf(sent), rights: reader.key };
    return { view, spec, reader, key, sent, trail };
  };
  const { maxAgeMs, minAgeMs, timeoutMs } = cacheOf(spec);
  let chosen = context(knownVariables(spec, request.variables ?? {}));
  let stored = await findResult(system, chosen.key, view.version);
  if (!stored && hasOptionsOfItems(chosen)) {
    chosen = context(await acceptedVariables(system, chosen));
    stored = await findResult(system, chosen.key, view.version);
  }
  if (isStored) {
    if (!stored) throw new Problem("timeout", `The view ${view.namespace}/${view.name} has no data yet.`);
    return { result: stored, source: "cache" };
  }
  const oldestMs = request.maxAgeMs === undefined ? maxAgeMs : Math.max(request.maxAgeMs, minAgeMs);
  // A failed refresh is repeated after `minAge`, not with each request.
  if (stored && stored.ageMs <= (stored.errors.length > 0 ? Math.min(oldestMs, minAgeMs) : oldestMs))
    return { result: stored, source: "cache" };
  return withinTime(
    sharedRefresh(system, chosen, limits),
    stored,
    Math.min(request.timeoutMs ?? timeoutMs, maxRefreshMs),
  );
}

/**
 * Keeps the values of known variables that are options. Other values have no effect, so they must not cause a refresh.
 */
const knownVariables = ({ templating = [] }: ViewSpec, variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    templating.flatMap(({ key, values }) => {
      const value = Object.hasOwn(variables, key) ? variables[key]! : "";
      return value !== "" && (values === undefined || values.includes(value)) ? [[key, value]] : [];
    }),
  );

/** Whether the reader sent a value for a variable whose options come from config items. */
const hasOptionsOfItems = ({ spec, sent }: Context) =>
  (spec.templating ?? []).some(({ key, valueFrom }) => valueFrom !== undefined && Object.hasOwn(sent, key));

/** Returns the sent values that are options. If a stored result exists, its values were already checked. */
async function acceptedVariables(system: System, context: Context): Promise<Context["sent"]> {
  const refreshing = await refreshingOf(system, context, refreshLimits);
  const { values } = await variablesOf(system, refreshing, AbortSignal.timeout(maxRefreshMs));
  return Object.fromEntries(Object.entries(context.sent).filter(([key, value]) => values[key] === value));
}

const cacheOf = ({ cache = {} }: ViewSpec) => ({
  maxAgeMs: parseDuration(cache.maxAge || "15m"),
  minAgeMs: parseDuration(cache.minAge || "10s"),
  timeoutMs: parseDuration(cache.refreshTimeout || "5s"),
});

async function withinTime(
  refreshed: Promise<StoredResult>,
  stored: StoredResult | undefined,
  timeoutMs: number,
): Promise<ViewData> {
  const waited = new AbortController();
  const late = delay(timeoutMs, "late" as const, { signal: waited.signal, ref: false }).catch(() => "late" as const);
  try {
    const first = await Promise.race([refreshed, late]);
    if (first !== "late") return { result: first, source: "fresh" };
  } catch (error) {
    if (!stored || !(error instanceof Problem)) throw error;
    return { result: { ...stored, errors: [{ message: error.message }] }, source: "cache" };
  } finally {
    waited.abort();
  }
  // The refresh continues, and its errors are stored.
  refreshed.catch(() => {});
  const seconds = timeoutMs / 1_000;
  if (stored)
    return { result: stored, source: "cache", late: `The refresh takes longer than ${seconds} s and continues.` };
  throw new Problem("timeout", "The view refresh timeout reached. try again", {
    details: `The refresh takes longer than ${seconds} s and continues.`,
    retryAfter: 2,
  });
}

/** The refreshes that are running in this process. */
const running = new WeakMap<System, Map<string, Promise<StoredResult>>>();

function sharedRefresh(system: System, context: Context, limits: RefreshLimits): Promise<StoredResult> {
  const all = running.get(system) ?? new Map<string, Promise<StoredResult>>();
  running.set(system, all);
  const { viewId, fingerprint, rights } = context.key;
  const name = [viewId, context.view.version, fingerprint, rights].join(" ");
  const known = all.get(name);
  if (known) return known;
  const work = refreshOrWait(system, context, limits).finally(() => all.delete(name));
  all.set(name, work);
  return work;
}

/** Refreshes the view, or waits for the refresh of another process. */
async function refreshOrWait(system: System, context: Context, limits: RefreshLimits): Promise<StoredResult> {
  const { key, view } = context;
  const refreshing = await refreshingOf(system, context, limits);
  const prepared = await prepareRefresh(system, refreshing, AbortSignal.timeout(maxWaitMs));
  const until = performance.now() + maxWaitMs;
  for (;;) {
    // The lease and the time limit start when `inTurn` starts the refresh.
    const result = await inTurn(() => refreshWithLease(system, context, { refreshing, prepared, limits }));
    if (result) return result;
    while (await isLeased(system, key)) {
      if (performance.now() > until) throw new Problem("timeout", "Another process is still refreshing this view.");
      await delay(leasePollMs);
    }
    const other = await findResult(system, key, view.version);
    if (other && other.ageMs < leasePollMs * 50) return other;
  }
}

async function refreshingOf(
  system: System,
  { view, spec, reader, sent, trail }: Context,
  limits: RefreshLimits,
): Promise<Refreshing> {
  const scrubber = createScrubber();
  scrubber.know(...secretTexts(viewSpec, spec));
  return {
    namespace: view.namespace,
    spec,
    reader,
    sent,
    author: () => authorOf(system, view),
    otherViews: otherViewsFor(system, reader.actor, {
      trail: [...trail, view.id],
      read: (ref, mode) => viewData(system, reader.actor, { ...ref, timeoutMs: maxRefreshMs }, { ...mode, limits }),
    }),
    viewIds: await linkedViews(system, spec),
    scrubber,
  };
}

interface Planned {
  refreshing: Refreshing;
  prepared: Prepared;
  limits: RefreshLimits;
}

/** Returns undefined if another process is refreshing the result. */
async function refreshWithLease(system: System, context: Context, planned: Planned): Promise<StoredResult | undefined> {
  const { key, view } = context;
  const lease = newId();
  const state = await takeLease(system, key, lease);
  if (state === "gone") throw problem.notFound("view", `${view.namespace}/${view.name}`);
  if (state === "busy") return undefined;
  try {
    return await refreshAndStore(system, context, lease, planned);
  } finally {
    await endLease(system, key, lease);
  }
}

async function refreshAndStore(
  system: System,
  { view, spec, key, sent }: Context,
  lease: string,
  { refreshing, prepared, limits }: Planned,
): Promise<StoredResult> {
  const refreshed = await refresh(system, refreshing, prepared, { signal: AbortSignal.timeout(maxRefreshMs), limits });
  const { errors, computed } = refreshed;
  if (key.rights === sharedKey && Object.keys(sent).length === 0) await recordRun(system, view.id, errors);
  const older = errors.length === 0 ? undefined : await findResult(system, key, view.version);
  if (older?.isComplete) {
    await storeErrors(system, key, lease, errors);
    return { ...older, errors, ageMs: 0 };
  }
  const { id, namespace, name } = view;
  return storeResult(system, key, lease, {
    version: view.version,
    isComplete: errors.length === 0,
    errors,
    head: JSON.stringify(headOf({ id, namespace, name }, spec, key.fingerprint, refreshed)),
    rows: computed?.rows ?? Buffer.from("[]"),
  });
}
