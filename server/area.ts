// The interface between areas and the server. main/areas.server.ts lists the areas.
import type { FastifyInstance } from "fastify";
import type { JobDetails } from "#language/columns.ts";
import type { Artifacts } from "./artifacts/artifacts.ts";
import type { LiveCatalog } from "./db/catalog.ts";
import type { Databases } from "./db/pool.ts";
import type { WriteHooks, Writes } from "./db/writes.ts";
import type { Env } from "./env/env.ts";
import type { EventName, EventNames } from "./event-names.ts";
import type { Event, Events } from "./events.ts";
import type { Exec } from "./exec/run-command.ts";
import type { MetricSource } from "./http/metrics.ts";
import type { Features } from "./features.ts";
import type { Files } from "./files/allowed-files.ts";
import type { Inbox } from "./jobs/inbox.ts";
import type { JobQueue, Jobs, Retry } from "./jobs/queue.ts";
import type { Kind } from "./kinds.ts";
import type { Listening } from "./db/listening.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import type { ManifestKind } from "./manifests/manifest-kind.ts";
import type { McpParts } from "./mcp/tool.ts";
import type { Outbound, Trust } from "./outbound/outbound.ts";
import type { SchemaFile } from "./schema-files.ts";
import type { Scrubber } from "./scrub/scrub.ts";
import type { Secrets } from "./secrets.ts";
import type { Specs } from "./spec/specs.ts";

/** The running system, passed to every area; there are no global instances. */
export interface System {
  env: Env;
  log: Log;
  db: Databases;
  catalog: LiveCatalog;
  secrets: Secrets;
  jobs: Jobs;
  events: Events;
  /** The event names of all areas. */
  eventNames: EventNames;
  live: Live;
  /** Receives PostgreSQL notifications. */
  listening: Pick<Listening, "on">;
  features: Features;
  artifacts: Artifacts;
  writes: Writes;
  /** Validates the resource specs of all areas. */
  specs: Specs;
  /** Opens all outgoing connections on behalf of users. */
  outbound: (trust: Trust) => Outbound;
  /** Runs commands that administrators have configured. */
  exec: Exec;
  /** Reads files in the directories that the operator has allowed. */
  files: Files;
  /** The resource kinds of all areas that can be stored in files. */
  manifests: readonly ManifestKind[];
}

/** A service that runs for the lifetime of every process that has one of these roles. */
export interface Service {
  name: string;
  roles: readonly Env["role"][];
  start(system: System): Promise<{ stop(): Promise<void> }>;
}

export interface JobContext<Data> {
  id: string;
  /** The attempt number, starting at 1. */
  attempt: number;
  data: Data;
  system: System;
  /** Aborts on timeout, when the process stops, or when another worker has taken over the job. */
  signal: AbortSignal;
  /** Register every secret that the run decrypts, so that it is removed from the log, errors and history. */
  scrubber: Scrubber;
  log: Log;
  /** Counts successes. */
  success(count?: number): void;
  /** Records a failure without stopping the run; throw an error to have the job retried. */
  fail(error: unknown): void;
  /**
   * Stops the run early because its result is no longer needed. The run counts neither as a success nor as a failure.
   */
  stop(reason: string): void;
  /** Stores a summary with the run. */
  report(details: Omit<JobDetails, "errors">): void;
}

/** A job that workers run on a schedule or when it is sent; `defineJob` validates it. */
export interface JobDefinition<Data extends object = object> extends JobQueue<Data> {
  run(context: JobContext<Data>): Promise<void> | void;
}

export interface Listener {
  /** A name or a prefix: `check.failed`, `check.*`, `*`. */
  event: string;
  /**
   * The name of the listener's queue. It must not change, because waiting events contain it. Letters, digits, dot, dash
   * and underscore are allowed.
   */
  name: string;
  /** Concurrent runs per process. Default: 1. */
  concurrency?: number;
  retry?: Retry;
  timeoutSeconds?: number;
  run(event: Event, context: Omit<JobContext<Event>, "data">): Promise<void> | void;
}

export interface ServerArea {
  name: string;
  routes?: (app: FastifyInstance, system: System) => void;
  /** Jobs that workers run on a schedule or when they are sent. */
  jobs?: readonly JobDefinition[];
  /** Services that run for the lifetime of the process. */
  services?: readonly Service[];
  /** Handlers for events from all areas. */
  listeners?: readonly Listener[];
  /** Inboxes for events from all areas; a service of this area processes the events in batches. */
  inboxes?: readonly Inbox[];
  /** The events that the area publishes. */
  events?: readonly EventName[];
  /** The kinds of notification recipients that the area handles, such as playbook. */
  recipients?: readonly string[];
  /** Write hooks for this area's tables. */
  writes?: WriteHooks;
  /** Kinds of resources that can be stored in files. */
  manifests?: readonly ManifestKind[];
  /** Metrics for /metrics. */
  metrics?: (system: System) => MetricSource;
  /** Variants that users can choose and configure. */
  kinds?: readonly Kind[];
  /** JSON schemas for editors, served under /api/schemas. */
  schemas?: readonly SchemaFile[];
  /** Tools, resources and prompts for MCP clients. */
  mcp?: McpParts;
}
