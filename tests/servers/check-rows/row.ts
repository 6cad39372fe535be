// Rows of the tables of tests/system/checks.test.ts: what somebody writes, and what his check finds then.
import type { Servers } from "../all-servers.ts";
import type { Circumstances, Looked } from "../look.ts";

export type CheckRow = readonly [
  what: string,
  spec: (at: Servers) => object,
  /** As far as it is told here. */
  found: Looked,
  more?: (at: Servers) => Circumstances,
];
