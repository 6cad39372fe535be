// Rows of the tables in tests/system/check-kinds.test.ts: a check spec and the expected result.
import type { Servers } from "../all-servers.ts";
import type { Circumstances, Looked } from "../look.ts";

export type CheckRow = readonly [
  what: string,
  spec: (at: Servers) => object,
  /** Only the fields listed here are compared. */
  found: Looked,
  more?: (at: Servers) => Circumstances,
];
