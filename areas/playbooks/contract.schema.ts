import { z } from "zod";
import type { Json } from "#language/columns.ts";
import type { RunCause, RunStatus } from "./model.ts";

const id = z.guid("is not an id");
const optionalId = id.nullish().or(z.literal("").transform(() => undefined));

/**
 * At most one of these fields is set. Existing clients send all three fields, with null or an empty value for the other
 * two.
 */
const resourceIds = { config_id: optionalId, component_id: optionalId, check_id: optionalId };

/** Forms may send numbers and booleans for fields whose values are strings. */
const parameterValue = z
  .union([z.string(), z.number(), z.boolean()], "must be a string")
  .transform(String)
  .pipe(z.string().max(1_000_000, "is longer than 1 MB"));
const parameters = z
  .record(z.string(), parameterValue.nullish())
  .transform((values) =>
    Object.fromEntries(
      Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
  );

const runRequest = z.strictObject({
  id,
  ...resourceIds,
  agent_id: optionalId,
  params: parameters.nullish(),
});

const runnable = z.object({
  id: z.string(),
  namespace: z.string(),
  name: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  description: z.string().nullable(),
  source: z.string(),
  category: z.string(),
  created_at: z.string(),
  parameters: z.array(z.custom<Json>()),
  spec: z.custom<Json>(),
  /** Whether the webhook has no authentication, so that everybody can call it. */
  is_open: z.boolean(),
});
export type RunnablePlaybook = z.output<typeof runnable>;

export const listPlaybooks = {
  query: z.object(resourceIds),
  answer: z.array(runnable),
};

export const playbookParams = {
  params: z.object({ id }),
  body: runRequest,
  answer: z.object({ params: z.array(z.custom<Json>()) }),
};

const planned = z.object({
  name: z.string(),
  kind: z.string(),
  summary: z.string(),
  parts: z.array(z.object({ title: z.string(), contentType: z.string(), text: z.string(), isBinding: z.boolean() })),
  condition: z.string().optional(),
  unpredictable: z.string().optional(),
  isDecidedLater: z.boolean().optional(),
  error: z.string().optional(),
});
export type PlannedAction = z.output<typeof planned>;

export const planRun = {
  params: z.object({ id }),
  body: runRequest,
  answer: z.object({ actions: z.array(planned), hash: z.string(), needs_approval: z.boolean() }),
};

/** A playbook in an editor, which may be unsaved. */
export const tryPlaybook = {
  body: z.strictObject({
    /** The saved playbook that is edited; its credentials replace ***. */
    id: optionalId,
    name: z.string().max(1_000).default("draft"),
    namespace: z.string().max(1_000).default("default"),
    spec: z.record(z.string(), z.unknown(), "must be an object"),
    ...resourceIds,
    params: parameters.nullish(),
  }),
  answer: z.object({
    /** The parameters of the form, with rendered defaults and properties. */
    params: z.array(z.custom<Json>()),
    /** Why a run cannot start with these parameters. If there are no problems, the plan is set. */
    problems: z.array(z.object({ name: z.string().optional(), message: z.string() })),
    actions: z.array(planned),
    needs_approval: z.boolean(),
  }),
};

export const galleryOfPlaybooks = {
  /** The sample playbooks; `spec` also has the title, the description, the category and the icon. */
  answer: z.array(z.object({ name: z.string(), spec: z.custom<Json>() })),
};

const started = z.object({ run_id: z.string(), starts_at: z.string() });

export const runPlaybook = { body: runRequest, answer: started };

const run = z.object({
  id: z.string(),
  playbook_id: z.string(),
  status: z.custom<RunStatus>(),
  created_at: z.string(),
  start_time: z.string().nullable(),
  scheduled_time: z.string(),
  end_time: z.string().nullable(),
  created_by: z.string().nullable(),
  config_id: z.string().nullable(),
  component_id: z.string().nullable(),
  check_id: z.string().nullable(),
  parameters: z.custom<Json>(),
  request: z.custom<Json>(),
  spec: z.custom<Json>(),
  parent_id: z.string().nullable(),
  notification_send_id: z.string().nullable(),
  cause: z.custom<RunCause>(),
  plan: z.custom<Json>(),
  plan_hash: z.string().nullable(),
  former_plan: z.custom<Json>(),
  error: z.string().nullable(),
});
export type PlaybookRun = z.output<typeof run>;

const runId = z.object({ id });
export const playbookRun = { params: runId, answer: run };

export const runState = {
  params: runId,
  answer: z.object({
    playbook: z.object({ id: z.string(), name: z.string(), namespace: z.string(), title: z.string() }),
    run,
    actions: z.array(z.custom<Json>()),
  }),
};

const byRunId = z.object({ run_id: id });
const message = z.object({ message: z.string() });

export const approveRun = {
  params: byRunId,
  body: z.strictObject({ plan_hash: z.string().optional() }).nullish(),
  answer: message,
};

export const cancelRun = { params: byRunId, answer: message };

export const rerun = { params: byRunId, answer: started };

/** The number of bytes that the client already has. Numbers in a query string arrive as strings. */
const offset = z
  .string()
  .regex(/^\d{1,15}$/, "must be a whole number")
  .transform(Number);

export const actionOutput = {
  params: z.object({ id }),
  query: z.object({ offset: offset.optional() }),
  answer: z.custom<Blob>(),
};

export const receiveWebhook = {
  params: z.object({ path: z.string().min(1).max(2_000) }),
  answer: z.object({ message: z.literal("ok") }),
};

export const recentEvents = {
  /** The latest events of each type that can start playbooks, newest first, with the filter variables. */
  answer: z.record(z.string(), z.array(z.object({ event: z.custom<Json>(), env: z.record(z.string(), z.unknown()) }))),
};
