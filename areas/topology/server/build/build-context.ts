// The surroundings of a build.
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { LookupOwner } from "#areas/health/server/index.ts";
import type { BuildLog } from "./build-log.ts";

export interface RunnableTopology extends LookupOwner {
  agentId: string;
  /** The opened spec, which is not validated yet. */
  spec: Readonly<Record<string, unknown>>;
}

export interface BuildOptions {
  signal: AbortSignal;
  scrubber: Scrubber;
}

/** The tag that one root of `groupBy` stands for. */
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
