// Publishes events in the transaction of the change; jobs/listeners.ts and jobs/inbox.ts deliver them.
import type { Kysely } from "kysely";
import type { Json } from "#language/columns.ts";
import type { DB } from "./db/tables.ts";

/** An event has a name such as `check.failed`, and a payload with keys rather than copies of rows. */
export interface Event {
  name: string;
  [property: string]: Json;
}

export interface Events {
  publish(tx: Kysely<DB>, event: Event): Promise<void>;
  /** Does the same as publish for many events, with one statement per listener. */
  publishAll(tx: Kysely<DB>, events: readonly Event[]): Promise<void>;
}
