// What is asked of the check engine beside rows.
import { call } from "#language/call.ts";

/** Runs of a piece of time together. */
export interface GraphPoint {
  time: string;
  /** Whether nothing failed in it; null when nothing in it says so. */
  status: boolean | null;
  /** Milliseconds, on average. */
  duration: number | null;
  passed: number;
  failed: number;
  could_not_check: number;
  in_maintenance: number;
}

export interface CheckGraph {
  status: readonly GraphPoint[];
  latency: { p95: number | null; p97: number | null; p99: number | null };
  uptime: { passed: number; failed: number };
  start: string;
  end: string;
}

interface GraphShape {
  params: undefined;
  query: { check: string; count: string; start: string };
  body: undefined;
  answer: CheckGraph;
}

export const checkGraph = call<GraphShape>("GET", "/api/canary/api/graph");

export interface CheckRanNow {
  pass: boolean;
  could_not_check: boolean;
  message: string;
  error: string;
  /** Milliseconds. */
  duration: number;
}

interface RunShape {
  params: { id: string };
  query: undefined;
  body: undefined;
  answer: CheckRanNow | undefined;
}

export const runCheckNow = call<RunShape>("POST", "/api/canary/run/check/{id}");
