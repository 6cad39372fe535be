// The context of a build.
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { LookupOwner } from "#areas/health/server/index.ts";
import type { BuildLog } from "./build-log.ts";

export interface RunnableTopology extends LookupOwner {
  agentId: string;
  /** The decrypted spec, which is not validated yet. */
  spec: Readonly<Record<string, unknown>>;
}

export interface BuildOptions {
  signal: AbortSignal;
  scrubber: Scrubber;
}

/** The tag of this root, if the topology has `groupBy`. */
export interface Group {
  tag: string;
  value: string;
}

export interface BuildContext extends BuildOptions {
  system: System;
  topology: RunnableTopology;
  log: BuildLog;
  group?: Group | undefined;
}
