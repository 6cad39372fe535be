// The database, the receivers and the pipelines that the notification test files share. They are closed after the
// tests.
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { Silences } from "#areas/notifications/server/pipeline/parts.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Databases } from "#server/db/pool.ts";
import type { TestDatabase } from "./database.ts";
import {
  deleteRules,
  runPipeline,
  startReceiver,
  type PipelineOptions,
  type Receiver,
  type TestPipeline,
} from "./notification-pipeline.ts";

export const failed = (id: string, more: object = {}) => ({ name: "check.failed", id, ...more });
export const passed = (id: string, more: object = {}) => ({ name: "check.passed", id, ...more });

type Properties = Readonly<Record<string, string>>;
/** The test file opens its own database. */
type Opened = Pick<TestDatabase, "databases">;

async function writeProperties(db: Databases, properties: Properties): Promise<void> {
  for (const [name, value] of Object.entries(properties))
    await sql`insert into properties (name, value) values (${name}, ${value})`.execute(db.system);
}

export interface PipelineTests {
  db: Databases;
  receiver: Receiver;
  publish: TestPipeline["publish"];
  /** The silence for each check. */
  silenced: Map<string, string>;
  /** Writes a silence for a check; returns its id. */
  silence(check: string): Promise<string>;
  /** Restarts the pipeline, because it reads the times that `change` writes only when it starts. */
  restart(change?: () => Promise<unknown>): Promise<void>;
}

/**
 * One receiver and one pipeline for all tests of a file. Each test starts without rules and without received messages.
 */
export async function startPipelineTests(
  { databases: db }: Opened,
  properties: Properties = {},
): Promise<PipelineTests> {
  await writeProperties(db, properties);
  const receiver = await startReceiver();
  const silenced = new Map<string, string>();
  const silences: Silences = {
    match: async ({ id }) => (silenced.has(id) ? { id: silenced.get(id)!, name: "maintenance" } : undefined),
  };
  let pipeline = await runPipeline(db, { silences });
  afterAll(async () => {
    await pipeline.stop();
    await receiver.close();
  });
  beforeEach(async () => {
    await deleteRules(db);
    receiver.received.splice(0);
    receiver.respond = undefined;
  });
  return {
    db,
    receiver,
    silenced,
    publish: (...events) => pipeline.publish(...events),
    async silence(check) {
      const id = newId();
      await sql`insert into notification_silences (id, name, check_id) values (${id}, 'maintenance', ${check})`.execute(
        db.system,
      );
      silenced.set(check, id);
      return id;
    },
    async restart(change) {
      await pipeline.stop();
      await change?.();
      pipeline = await runPipeline(db, { silences });
    },
  };
}

export interface DeliveryTests {
  db: Databases;
  /** Deletes all rules, and starts a receiver. */
  receive(): Promise<Receiver>;
  start(options?: PipelineOptions): Promise<TestPipeline>;
  /** Stops all pipelines. */
  stop(): Promise<void>;
}

/** Each test starts its own receivers and pipelines. */
export async function startDeliveryTests(
  { databases: db }: Opened,
  properties: Properties = {},
): Promise<DeliveryTests> {
  await writeProperties(db, properties);
  const receivers: Receiver[] = [];
  const pipelines: TestPipeline[] = [];
  const stop = async () => {
    await Promise.all(pipelines.splice(0).map((pipeline) => pipeline.stop()));
  };
  afterEach(async () => {
    await stop();
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });
  return {
    db,
    stop,
    async receive() {
      await deleteRules(db);
      const receiver = await startReceiver();
      receivers.push(receiver);
      return receiver;
    },
    async start(options) {
      const pipeline = await runPipeline(db, options);
      pipelines.push(pipeline);
      return pipeline;
    },
  };
}
