// The parts that the pipeline keeps between two transactions.
import type { Kysely } from "kysely";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import { createIncreasingIds } from "#lib/uuid/new-id.ts";
import { loadRuleBook, type RuleBook } from "../rules/rule-book.ts";
import { Limits } from "./limits.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";
import type { Silences } from "./parts.ts";
import type { PreparedMessage } from "./prepared.ts";
import type { Fields } from "./resources.ts";
import type { Settings } from "./settings.ts";
import { createTagNames } from "./tag-names.ts";

export interface PipelineTools {
  system: System;
  channels: ChannelTools;
  silences: Silences;
  limits: Limits;
  /** Message ids increase, because messages are delivered in the order of their ids. */
  newId: () => string;
  settings(): Settings;
  /** Returns the current rules, as the transaction sees them. */
  rules(db: Kysely<DB>): Promise<RuleBook>;
  /** Every tag of the catalog as an empty variable. */
  tags(): Promise<Fields>;
}

export function createTools(
  system: System,
  channels: ChannelTools,
  silences: Silences,
  settings: () => Settings,
): PipelineTools {
  let book: RuleBook | undefined;
  const tagNames = createTagNames(system.db.system);
  return {
    system,
    channels,
    silences,
    limits: new Limits(),
    newId: createIncreasingIds(),
    settings,
    async rules(db) {
      book = await loadRuleBook(db, system, channels, book);
      return book;
    },
    tags: async () => Object.fromEntries((await tagNames()).map((name) => [name, ""])),
  };
}

/** A message that can be delivered. */
export interface Ticket {
  id: string;
  destination: string;
  /** Messages of one lane are delivered one after another. */
  lane: string;
  /** The delivery does not start earlier. */
  notBefore?: number | undefined;
  retries: number;
}

/** The result of a transaction, which takes effect after the commit. */
export interface Outcome {
  tickets: readonly Ticket[];
  prepared: readonly PreparedMessage[];
  /** The earliest time at which a message that waits is due. */
  dueAt: number | undefined;
}
