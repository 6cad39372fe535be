// The summary of a scraper run, as stored in the job history.
import type { ReportedWarning } from "./warnings.ts";

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

/** A change of an unknown item, as the source reported it. */
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
  /** The first ones; `config_types` has the counts. */
  orphaned_changes: readonly OrphanedChange[];
  /** The first ones; `insights.orphaned` counts all. */
  orphaned_insights: readonly OrphanedInsight[];
  relationships: { added: number; deleted: number };
  insights: { opened: number; observed: number; resolved: number; orphaned: number };
  warnings: readonly ReportedWarning[];
}
