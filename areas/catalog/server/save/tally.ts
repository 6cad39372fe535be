// Counts the results of a run and keeps a limited number of its errors and warnings, for the summary in the job
// history.
import type { FoundChange, FoundInsight } from "../scrape/found.ts";

/** The counts for one type of items. */
export interface TypeSummary {
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  changes: number;
  /** Changes that were seen before and only counted. */
  deduped: number;
  change?: {
    /** Changes of unknown items. */
    orphaned?: Readonly<Record<string, { ids: readonly string[]; count: number }>>;
    /** Changes excluded by a rule, by type of change. */
    ignored?: Readonly<Record<string, number>>;
    /** Changes excluded by an action, by action and type of change. */
    ignored_by_action?: Readonly<Record<string, Readonly<Record<string, number>>>>;
    /** Changes whose item was deleted while they were saved; the retry counts them as orphaned. */
    foreign_key_errors?: number;
  };
  errors?: readonly string[];
  warnings?: readonly string[];
}

/** A change of an unknown item, in the form that the source reported. */
export interface OrphanedChange {
  external_id: string | null;
  config_type: string | null;
  scraper_id: string | null;
  change_type: string;
  external_change_id: string;
  severity: string | null;
  source: string | null;
  summary: string | null;
  created_at: string | null;
}

/** An insight about an unknown item. */
export interface OrphanedInsight {
  external_id: string | null;
  config_type: string | null;
  scraper_id: string | null;
  analyzer: string;
  analysis_type: string;
  severity: string | null;
  source: string | null;
  summary: string | null;
}

export interface ScrapeSummary {
  config_types: Readonly<Record<string, TypeSummary>>;
  /** The first orphaned changes; `config_types` has the counts. */
  orphaned_changes: readonly OrphanedChange[];
  /** The first orphaned insights; `insights.orphaned` counts all of them. */
  orphaned_insights: readonly OrphanedInsight[];
  relationships: { added: number; deleted: number };
  insights: { opened: number; observed: number; resolved: number; orphaned: number };
  warnings: readonly ReportedWarning[];
}

export interface ReportedWarning {
  error: string;
  expr?: string;
  count: number;
}

/** Collects warnings: each message once, with its count and the expression that caused it. */
export class Warnings {
  readonly #warnings = new Map<string, ReportedWarning>();

  add(error: string, { expr, times = 1 }: { expr?: string | undefined; times?: number } = {}): void {
    const key = `${expr ?? ""}\0${error}`;
    const known = this.#warnings.get(key);
    if (known) known.count += times;
    else if (this.#warnings.size < maxWarnings)
      this.#warnings.set(key, { error, ...(expr !== undefined && { expr }), count: times });
  }

  addAll(warnings: Iterable<ReportedWarning>): void {
    for (const { error, expr, count } of warnings) this.add(error, { expr, times: count });
  }

  all(): ReportedWarning[] {
    return [...this.#warnings.values()];
  }
}

const maxErrors = 100;
const maxWarnings = 100;
const maxIds = 20;
const maxOrphans = 50;
const maxSummaryLength = 500;

type Counted = "added" | "updated" | "unchanged" | "deleted" | "changes" | "deduped";

interface TypeTally extends Record<Counted, number> {
  orphaned: Map<string, { ids: string[]; count: number }>;
  ignored: Map<string, number>;
  ignoredByAction: Map<string, Map<string, number>>;
  gone: number;
  errors: string[];
  warnings: string[];
}

export class Tally {
  /** The first errors; `failures` counts all of them. */
  readonly errors: string[] = [];
  failures = 0;
  readonly relationships = { added: 0, deleted: 0 };
  readonly insights = { opened: 0, observed: 0, resolved: 0, orphaned: 0 };
  readonly #types = new Map<string, TypeTally>();
  readonly #warnings = new Warnings();
  readonly #orphans: OrphanedChange[] = [];
  readonly #orphanedInsights: OrphanedInsight[] = [];

  count(what: Counted, type: string, times = 1): void {
    this.#typeOf(type)[what] += times;
  }

  orphaned(type: string, changeType: string, ids: readonly string[], count = ids.length): void {
    const { orphaned } = this.#typeOf(type);
    const known = orphaned.get(changeType) ?? { ids: [], count: 0 };
    known.count += count;
    known.ids.push(...ids.slice(0, maxIds - known.ids.length));
    orphaned.set(changeType, known);
  }

  orphanedChange(change: FoundChange, type: string): void {
    this.orphaned(type, change.type, [change.of?.externalId ?? change.externalId]);
    this.#remember([orphanOf(change)]);
  }

  #remember(orphans: readonly OrphanedChange[]): void {
    this.#orphans.push(...orphans.slice(0, maxOrphans - this.#orphans.length));
  }

  /** Counts an insight about an item that is not in the catalog; such an insight cannot be stored. */
  orphanedInsight(insight: FoundInsight): void {
    this.insights.orphaned += 1;
    this.#rememberInsights([orphanedInsightOf(insight)]);
    const { externalId = "", type } = insight.of ?? {};
    const item = type === undefined ? JSON.stringify(externalId) : `${JSON.stringify(externalId)} of type ${type}`;
    this.warn(`An insight from ${insight.analyzer} is not stored: the catalog has no item ${item}.`);
  }

  #rememberInsights(orphans: readonly OrphanedInsight[]): void {
    this.#orphanedInsights.push(...orphans.slice(0, maxOrphans - this.#orphanedInsights.length));
  }

  /** `by` is the action that excluded the change; undefined if a rule excluded it. */
  ignored(type: string, changeType: string, { by, times = 1 }: { by?: string | undefined; times?: number } = {}): void {
    const { ignored, ignoredByAction } = this.#typeOf(type);
    const counts = by === undefined ? ignored : (ignoredByAction.get(by) ?? new Map<string, number>());
    counts.set(changeType, (counts.get(changeType) ?? 0) + times);
    if (by !== undefined) ignoredByAction.set(by, counts);
  }

  /** Counts changes whose item was deleted in the meantime. */
  gone(type: string, times: number): void {
    this.#typeOf(type).gone += times;
  }

  fail(error: string, type?: string): void {
    this.failures += 1;
    if (this.errors.length < maxErrors) this.errors.push(error);
    if (type !== undefined) keep(this.#typeOf(type).errors, error, maxErrors);
  }

  warn(warning: string, { type, expr }: { type?: string | undefined; expr?: string | undefined } = {}): void {
    if (type !== undefined) keep(this.#typeOf(type).warnings, warning, maxWarnings);
    this.#warnings.add(warning, { expr });
  }

  /** Adds the counts of a batch. */
  add(other: Tally): void {
    for (const error of other.errors) this.fail(error);
    this.failures += other.failures - other.errors.length;
    for (const key of ["added", "deleted"] as const) this.relationships[key] += other.relationships[key];
    for (const key of ["opened", "observed", "resolved", "orphaned"] as const)
      this.insights[key] += other.insights[key];
    this.#remember(other.#orphans);
    this.#rememberInsights(other.#orphanedInsights);
    for (const [type, theirs] of other.#types) {
      const ours = this.#typeOf(type);
      for (const what of counted) ours[what] += theirs[what];
      for (const [changeType, { ids, count }] of theirs.orphaned) this.orphaned(type, changeType, ids, count);
      for (const [changeType, times] of theirs.ignored) this.ignored(type, changeType, { times });
      for (const [by, counts] of theirs.ignoredByAction)
        for (const [changeType, times] of counts) this.ignored(type, changeType, { by, times });
      ours.gone += theirs.gone;
      for (const error of theirs.errors) keep(ours.errors, error, maxErrors);
      for (const warning of theirs.warnings) keep(ours.warnings, warning, maxWarnings);
    }
    this.#warnings.addAll(other.#warnings.all());
  }

  summary(): ScrapeSummary {
    const config_types = Object.fromEntries(
      [...this.#types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, counts]) => [type, toSummary(counts)]),
    );
    return {
      config_types,
      orphaned_changes: this.#orphans,
      orphaned_insights: this.#orphanedInsights,
      relationships: { ...this.relationships },
      insights: { ...this.insights },
      warnings: this.#warnings.all(),
    };
  }

  #typeOf(type: string): TypeTally {
    let counts = this.#types.get(type);
    if (!counts) {
      const none = { added: 0, updated: 0, unchanged: 0, deleted: 0, changes: 0, deduped: 0 };
      counts = {
        ...none,
        orphaned: new Map(),
        ignored: new Map(),
        ignoredByAction: new Map(),
        gone: 0,
        errors: [],
        warnings: [],
      };
      this.#types.set(type, counts);
    }
    return counts;
  }
}

const orphanOf = ({ of, type, severity, source, summary, externalId, createdAt }: FoundChange): OrphanedChange => ({
  external_id: of?.externalId ?? null,
  config_type: of?.type ?? null,
  scraper_id: of?.scraper ?? null,
  change_type: type,
  external_change_id: externalId,
  severity: severity ?? null,
  source: source ?? null,
  summary: summary?.slice(0, maxSummaryLength) ?? null,
  created_at: createdAt?.toISOString() ?? null,
});

const orphanedInsightOf = ({ of, analyzer, type, severity, source, summary }: FoundInsight): OrphanedInsight => ({
  external_id: of?.externalId ?? null,
  config_type: of?.type ?? null,
  scraper_id: of?.scraper ?? null,
  analyzer,
  analysis_type: type,
  severity: severity ?? null,
  source: source ?? null,
  summary: summary?.slice(0, maxSummaryLength) ?? null,
});

const counted = ["added", "updated", "unchanged", "deleted", "changes", "deduped"] as const;

const keep = (list: string[], text: string, max: number) => {
  if (list.length < max && !list.includes(text)) list.push(text);
};

function toSummary({ orphaned, ignored, ignoredByAction, gone, errors, warnings, ...counts }: TypeTally): TypeSummary {
  const change = {
    ...(orphaned.size > 0 && { orphaned: Object.fromEntries(orphaned) }),
    ...(ignored.size > 0 && { ignored: Object.fromEntries(ignored) }),
    ...(ignoredByAction.size > 0 && {
      ignored_by_action: Object.fromEntries([...ignoredByAction].map(([by, types]) => [by, Object.fromEntries(types)])),
    }),
    ...(gone > 0 && { foreign_key_errors: gone }),
  };
  return {
    ...counts,
    ...(Object.keys(change).length > 0 && { change }),
    ...(errors.length > 0 && { errors }),
    ...(warnings.length > 0 && { warnings }),
  };
}
