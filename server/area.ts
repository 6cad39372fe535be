// What an area gives to the server, and what the server gives to an area. main/areas.server.ts lists the areas.
import type { FastifyInstance } from "fastify";
import type { Artifacts } from "./artifacts/artifacts.ts";
import type { LiveCatalog } from "./db/catalog.ts";
import type { Databases } from "./db/pool.ts";
import type { WriteDoors, Writes } from "./db/writes.ts";
import type { Env } from "./env.ts";
import type { Events, Listener } from "./events.ts";
import type { Exec } from "./exec/run-command.ts";
import type { MetricSource } from "./http/metrics.ts";
import type { Features } from "./features.ts";
import type { Files } from "./files/allowed-files.ts";
import type { Jobs, JobDefinition } from "./jobs/engine.ts";
import type { Kind } from "./kinds.ts";
import type { Live } from "./live.ts";
import type { Log } from "./log.ts";
import type { ManifestKind } from "./manifests/manifest-kind.ts";
import type { Outbound, Trust } from "./outbound/outbound.ts";
import type { SchemaFile } from "./schema-files.ts";
import type { Secrets } from "./secrets.ts";
import type { Specs } from "./spec/specs.ts";

/** The running system, handed to every area: no module reaches for a global. */
export interface System {
  env: Env;
  log: Log;
  db: Databases;
  catalog: LiveCatalog;
  secrets: Secrets;
  jobs: Jobs;
  events: Events;
  live: Live;
  features: Features;
  artifacts: Artifacts;
  writes: Writes;
  /** Judges the specs of resources, of every area. */
  specs: Specs;
  /** The only way out, for whatever is reached on somebody's behalf. */
  outbound: (trust: Trust) => Outbound;
  /** Runs commands that administrators wrote down. */
  exec: Exec;
  /** Reads files in the directories that the operator opened. */
  files: Files;
  /** Resources that can be kept elsewhere than in the database, of every area. */
  manifests: readonly ManifestKind[];
}

/** Something that runs as long as the process does, in processes of these roles. */
export interface Service {
  name: string;
  roles: readonly Env["role"][];
  start(system: System): Promise<{ stop(): Promise<void> }>;
}

export interface ServerArea {
  name: string;
  routes?: (app: FastifyInstance, system: System) => void;
  /** Work that workers do: on a schedule or when sent. */
  jobs?: readonly JobDefinition[];
  /** What runs as long as the process does. */
  services?: readonly Service[];
  /** What to do when something happened, wherever it happened. */
  listeners?: readonly Listener[];
  /** What a generic write on this area's tables must do in Node. */
  writes?: WriteDoors;
  /** Resources that can be kept in files. */
  manifests?: readonly ManifestKind[];
  /** What it measures, for /metrics. */
  metrics?: (system: System) => MetricSource;
  /** Variants that a person can choose from and write about. */
  kinds?: readonly Kind[];
  /** JSON schemas for editors, served under /api/schemas. */
  schemas?: readonly SchemaFile[];
}
