import { z } from "zod";

/** Whether PostgreSQL can store the string. */
const isText = (text: string) => !text.includes("\0") && text.isWellFormed();
const name = z
  .string("must be a string")
  .trim()
  .min(1, "must not be empty")
  .max(200, "is longer than 200 characters")
  .refine(isText, "is not valid text: it contains a zero byte or a lone surrogate");

const credentials = z.object({
  /** The person that the agent signs in as. */
  id: z.guid(),
  username: z.string(),
  /** The token is returned only once. */
  access_token: z.string(),
});

export const generateAgent = {
  body: z.strictObject({
    name,
    properties: z.record(z.string(), z.string("must be a string"), "must be an object").optional(),
    /** Accepted for existing clients; a token is renewed by POST /api/agent/token. */
    auto_renew: z.boolean().optional(),
    /** Accepted for existing clients; it only changes the instructions that the console shows. */
    pushTelemetry: z.unknown().optional(),
    /** Also creates a scraper of the cluster that the agent runs in. */
    kubernetes: z
      .strictObject({ schedule: z.string("must be a string").min(1, "must not be empty") }, "must be an object")
      .optional(),
  }),
  answer: credentials,
};

export const renewToken = {
  /** Omitted by an agent that renews its own token. */
  body: z.strictObject({ id: z.guid("is not the id of an agent").optional() }),
  answer: credentials,
};

/** Agents of other versions send more parameters, so unknown ones are accepted. */
const sender = z.looseObject({ agent_name: name.optional() });

export const ping = {
  query: sender.extend({
    hostname: name.optional(),
    version: name.optional(),
    /** The time of the oldest result that is not pushed yet, by the clock of the server. */
    waiting_since: z.iso.datetime({ offset: true, error: "is not an RFC 3339 time" }).optional(),
    waiting_results: z.coerce.number("is not a number").int("is not a whole number").min(0, "is negative").optional(),
  }),
  answer: z.object({
    id: z.guid(),
    name: z.string(),
    /** An agent computes the difference between the two clocks from this time. */
    time: z.iso.datetime({ offset: true }),
    /** The number of resources to pull, by table. An agent that has more or fewer pulls all of them. */
    resources: z.record(z.string(), z.number()).optional(),
  }),
};

/** The tables that an agent sends, in the order in which the server stores them: parents before children. */
export const pushedKeys = [
  "topologies",
  "canaries",
  "config_scrapers",
  "checks",
  "components",
  "config_items",
  "check_statuses",
  "checks_unlogged",
  "config_items_last_scraped_time",
  "config_changes",
  "config_analysis",
  "config_relationships",
  "component_relationships",
  "config_component_relationships",
  "check_config_relationships",
  "playbook_actions",
  "artifacts",
  "job_history",
  "view_panels",
  "generated_views",
] as const;
export type PushedKey = (typeof pushedKeys)[number];

/** Rows have the columns of their table. Unknown columns are ignored, so that newer agents can push, too. */
const rows = z.array(z.record(z.string(), z.unknown(), "must be an object"), "must be an array").nullish();
export type PushedRow = Readonly<Record<string, unknown>>;

const body = z
  .strictObject(Object.fromEntries(pushedKeys.map((key) => [key, rows])) as Record<PushedKey, typeof rows>)
  .extend({ agent_name: name.optional() });

export const push = {
  query: sender,
  body,
  answer: z.object({
    /** The number of stored rows by table. */
    stored: z.record(z.string(), z.number()),
    /** The number of rows that are not stored, by table. */
    ignored: z.record(z.string(), z.number()).optional(),
  }),
};

export const remove = {
  query: sender,
  body,
  answer: z.object({ deleted: z.record(z.string(), z.number()) }),
};

export const pull = {
  query: sender.extend({ since: z.iso.datetime({ offset: true, error: "is not an RFC 3339 time" }).optional() }),
  answer: z.array(z.record(z.string(), z.unknown())),
};

const usedConnection = z.object({ resource_id: z.guid(), reference: z.string() });

export const pullConnections = {
  query: sender,
  body: z.strictObject({
    agent_name: name.optional(),
    /** The versions that the agent has. Their credentials are not sent again. */
    stored: z.array(usedConnection.extend({ version: z.string() }), "must be an array"),
  }),
  /** One entry per resource and reference. The agent deletes all others. */
  answer: z.array(
    z.union([
      /** The resource may not use the connection, for this reason. */
      usedConnection.extend({ refused: z.string() }),
      usedConnection.extend({
        version: z.string(),
        connection: z.looseObject({ id: z.guid(), name: z.string() }).optional(),
      }),
    ]),
  ),
};

/**
 * A playbook action that the agent runs. Its condition is true. Its templates are rendered, unless its `templatesOn` is
 * `agent`: then the agent renders them with `template_env` and `earlier_actions`.
 */
const agentAction = z.looseObject({
  run: z.looseObject({
    id: z.guid(),
    playbook_id: z.guid().nullish(),
    playbook_name: z.string().nullish(),
    playbook_namespace: z.string().nullish(),
    config_id: z.guid().nullish(),
    component_id: z.guid().nullish(),
    check_id: z.guid().nullish(),
  }),
  action_spec: z.looseObject({ name: z.string() }),
  action: z.looseObject({ id: z.guid(), name: z.string(), playbook_run_id: z.guid() }),
  template_env: z.looseObject({}),
  /** The connections that the action refers to, with their credentials. */
  connections: z.array(z.looseObject({ id: z.guid(), name: z.string(), reference: z.string() })).optional(),
  /** The results that getAction() returns. */
  earlier_actions: z
    .array(
      z.looseObject({
        name: z.string(),
        status: z.string(),
        result: z.unknown(),
        error: z.string().nullable(),
        timed_out: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type AgentAction = z.output<typeof agentAction>;

export const playbookAction = {
  query: sender.extend({
    /** The longest wait in seconds. */
    wait: z.coerce.number("is not a number").min(0, "is negative").max(45, "is more than 45").optional(),
  }),
  /** Empty if the agent has nothing to run. */
  answer: z.union([agentAction, z.strictObject({})]),
};

export const playbookOutput = {
  params: z.object({ id: z.guid("is not the id of an action") }),
  query: sender,
  body: z.strictObject({
    /** The number of the piece, from 0. */
    number: z.int("is not a whole number").min(0, "is negative"),
    content: z.string("must be a string").max(1_000_000, "is longer than 1,000,000 characters"),
  }),
  answer: z.object({ is_cancelled: z.boolean() }),
};

export const pushArtifact = {
  params: z.object({ id: z.guid("is not the id of an artifact") }),
  query: sender,
  answer: z.object({ id: z.guid(), size: z.number() }),
};
