// Events, published in the transaction of the change; jobs/listeners.ts delivers them.
import type { Kysely } from "kysely";
import type { Json } from "#language/columns.ts";
import type { DB } from "./db/tables.ts";

/** A name such as `check.failed`, and the payload: keys rather than copies of rows. */
export interface Event {
  name: string;
  [property: string]: Json;
}

export interface Events {
  publish(tx: Kysely<DB>, event: Event): Promise<void>;
  /** Like publish, for many events: one statement per listener. */
  publishAll(tx: Kysely<DB>, events: readonly Event[]): Promise<void>;
}
