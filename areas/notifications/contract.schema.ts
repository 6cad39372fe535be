import { z } from "zod";
import type { CustomServices, Json, Labels, NotificationResource } from "#language/columns.ts";
import { messageKinds } from "./model.ts";

/** PostgreSQL refuses strings with zero bytes or lone surrogates. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed();
const text = z
  .string("must be a string")
  .max(4_000, "must be at most 4000 characters long")
  .refine(isText, "is not valid text: it contains a zero byte or a lone surrogate");

/** Null means unset: existing clients send every key. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
/** `a,b*,!c` matches values that are `a` or begin with `b`, and are not `c`. */
const match = optional(text);

const maxPageSize = 200;
const defaultPageSize = 50;

const summaryRow = z.object({
  /** Null if the resource no longer exists. */
  resource: z.custom<NotificationResource>().nullable(),
  /** The same as resource_kind, because existing clients read the kind from this field. */
  resource_type: z.enum(messageKinds),
  resource_kind: z.enum(messageKinds),
  resource_id: z.string(),
  resource_tags: z.custom<Labels>().nullable(),
  /** The health in the newest message. Status, description and rule also come from the newest message. */
  resource_health: z.string().nullable(),
  resource_status: z.string().nullable(),
  resource_health_description: z.string().nullable(),
  notification_id: z.string().nullable(),
  last_message: z.string().nullable(),
  created_at: z.string(),
  first_observed: z.string(),
  last_seen: z.string(),
  total: z.int(),
  sent: z.int(),
  error: z.int(),
  suppressed: z.int(),
  in_progress: z.int(),
});

export const notificationSummary = {
  body: z.strictObject({
    /** Only `resource` is supported. */
    groupBy: optional(z.array(z.literal("resource", "must be resource")).max(1)),
    status: match,
    /** A kind (config, component, check, canary), or a type such as `Kubernetes::Pod`. */
    resourceType: match,
    resourceKind: match,
    /** A selector on the tags or labels of the resources: `cluster=north,tier!=db`. */
    tags: optional(text),
    /** The beginning of a name; with `*` it is a pattern for the whole name. */
    search: optional(text),
    /** Limits in date math: `now-7d`. */
    from: optional(text),
    to: optional(text),
    includeDeletedResources: optional(z.boolean("must be true or false")),
    /** From 0. */
    pageIndex: optional(z.int("must be a whole number").min(0, "must not be negative").max(1_000_000)),
    pageSize: z
      .int("must be a whole number")
      .nullish()
      .transform((size) => (size && size > 0 && size <= maxPageSize ? size : defaultPageSize)),
  }),
  answer: z.object({
    /** The number of resources. */
    total: z.int(),
    results: z.array(summaryRow),
  }),
};

const attempt = z.object({
  id: z.string(),
  created_at: z.string(),
  duration_millis: z.int().nullable(),
  outcome: z.enum(["delivered", "refused", "failed", "postponed"]),
  error: z.string().nullable(),
  /** Empty for callers who are not allowed to write notifications. */
  exchanges: z.array(z.object({ request: z.string(), response: z.string().optional(), status: z.number().optional() })),
});

const named = z.object({ id: z.string(), name: z.string() });

export const messageDetail = {
  params: z.object({ id: z.guid("is not the id of a message").toLowerCase() }),
  answer: z.object({
    id: z.string(),
    status: z.string().nullable(),
    purpose: z.enum(["event", "fallback", "resolved", "digest"]),
    source_event: z.string(),
    count: z.int(),
    retries: z.int(),
    created_at: z.string(),
    first_observed: z.string(),
    not_before: z.string().nullable(),
    duration_millis: z.int().nullable(),
    error: z.string().nullable(),
    body: z.string().nullable(),
    body_payload: z.custom<Json>().nullable(),
    resource: z.custom<NotificationResource>().nullable(),
    resource_id: z.string(),
    resource_kind: z.string(),
    resource_name: z.string().nullable(),
    resource_health: z.string().nullable(),
    resource_status: z.string().nullable(),
    resource_health_description: z.string().nullable(),
    recipient: z.string().nullable(),
    channel: z.string().nullable(),
    person: named.nullable(),
    team: named.nullable(),
    connection: named.extend({ type: z.string() }).nullable(),
    /** The rule; it has no id if it was deleted. */
    rule: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
    silence: named.nullable(),
    parent: z
      .object({ id: z.string(), status: z.string().nullable(), resource_name: z.string().nullable() })
      .nullable(),
    /** Messages that followed this message: fallbacks, and the message that the problem is resolved. */
    children: z.array(
      z.object({
        id: z.string(),
        status: z.string().nullable(),
        purpose: z.string(),
        recipient: z.string().nullable(),
      }),
    ),
    trail: z.array(
      z.object({
        at: z.string(),
        step: z.string(),
        result: z.string(),
        text: z.string(),
        id: z.string().optional(),
        /**
         * The name of the silence, or of the message's resource, with this id; absent if the caller is not allowed to
         * see it.
         */
        name: z.string().optional(),
      }),
    ),
    attempts: z.array(attempt),
  }),
};

export const unreadMessages = {
  answer: z.object({
    /** Counts up to `limit`; a count of `limit` means `limit` or more. */
    count: z.int(),
    limit: z.int(),
    since: z.string(),
  }),
};

export const markMessagesRead = { answer: z.object({ since: z.string() }) };

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

/**
 * The services of a person, in the format of a rule's custom services, but without filters: only authors of rules and
 * teams write filters.
 */
const channel = z.strictObject({
  name: text.optional(),
  connection: text.optional(),
  url: text.optional(),
  properties: z.record(text, text).optional(),
});

const timeZones: ReadonlySet<string> = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);

const preferences = {
  time_zone: optional(text.refine((zone) => timeZones.has(zone), "is not a time zone such as Europe/Berlin")),
  quiet_from: optional(clock),
  quiet_until: optional(clock),
  /** 1 for Monday to 7 for Sunday. */
  quiet_days: optional(
    z.array(z.int().min(1).max(7, "must be a day from 1 for Monday to 7 for Sunday")).max(7, "must be at most 7 days"),
  ),
};

export const ownPreferences = {
  answer: z.object({
    time_zone: z.string().nullable(),
    quiet_from: z.string().nullable(),
    quiet_until: z.string().nullable(),
    quiet_days: z.array(z.int()).nullable(),
    /** Credentials are replaced by ***. Null for email. */
    channels: z.custom<CustomServices>().nullable(),
    /** The address that receives messages if the person has no channels. */
    email: z.string().nullable(),
  }),
};

export const saveOwnPreferences = {
  body: z
    .strictObject({ ...preferences, channels: optional(z.array(channel).max(10, "must be at most 10 channels")) })
    .refine(({ quiet_from: from, quiet_until: until }) => ((from ?? null) === null) === ((until ?? null) === null), {
      path: ["quiet_until"],
      message: "needs both a start and an end",
    })
    .refine(({ quiet_from: from, quiet_until: until }) => !from || from !== until, {
      path: ["quiet_until"],
      message: "must differ from the start",
    }),
  answer: ownPreferences.answer,
};
/** The schema that marks the credentials of channels. */
export const channelsSchema = z.array(channel);
