// What a run of a scraper did, as the history of jobs keeps it.
import type { ToldWarning } from "./warnings.ts";

/** Of one type of items. */
export interface TypeSummary {
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  changes: number;
  /** Changes that were seen before and only counted. */
  deduped: number;
  change?: {
    /** Of items that nobody knows. */
    orphaned?: Readonly<Record<string, { ids: readonly string[]; count: number }>>;
    /** Left out by a rule, by type of change. */
    ignored?: Readonly<Record<string, number>>;
    /** Left out by an action, likewise. */
    ignored_by_action?: Readonly<Record<string, Readonly<Record<string, number>>>>;
    /** Whose item was taken away while they were saved; tried again, they are orphaned. */
    foreign_key_errors?: number;
  };
  errors?: readonly string[];
  warnings?: readonly string[];
}

/** A change of an item that nobody knows, as it was told. */
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

/** An insight about an item that is in no scraper's catalog. */
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
  /** The first of them; the types say how many there were. */
  orphaned_changes: readonly OrphanedChange[];
  /** The first of them; `insights.orphaned` counts all. */
  orphaned_insights: readonly OrphanedInsight[];
  relationships: { added: number; deleted: number };
  insights: { opened: number; observed: number; resolved: number; orphaned: number };
  warnings: readonly ToldWarning[];
}
