// The parts of the Alertmanager API, version 2, that Prometheus and amtool use, and the payload of Alertmanager
// webhooks.
import { z } from "zod";
import type { Labels } from "#language/columns.ts";

const storable = (input: string) => !input.includes("\0") && input.isWellFormed();
const text = z
  .string("must be a string")
  .max(65_536, "is longer than 65536 characters")
  .refine(storable, "has a character that cannot be stored");

const pairs = z.record(text.min(1, "must not be empty"), text, "must be an object with strings");

/** Labels with empty values count as absent. At least one label must have a value. */
const labels = pairs
  .transform((all): Labels => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")))
  .refine((all) => Object.keys(all).length > 0, "must contain at least one label with a value")
  .refine((all) => Object.keys(all).length <= 200, "has more than 200 labels");

/** Go writes a missing time as the year 1. */
const time = z
  .string("must be a time")
  .refine(
    (input) => /^\d{4}-\d\d-\d\dT/.test(input) && !Number.isNaN(Date.parse(input)),
    "must be a time such as 2026-11-15T12:00:00Z",
  )
  .transform((input) => (input.startsWith("0001-01-01T00:00:00") ? undefined : new Date(input)));
const optionalTime = time.nullish().transform((input) => input ?? undefined);

const alert = z.looseObject(
  {
    labels,
    annotations: pairs.nullish().transform((input): Labels => input ?? {}),
    startsAt: optionalTime,
    endsAt: optionalTime,
    generatorURL: text.nullish(),
  },
  "must be an object",
);

export const postAlerts = {
  body: z.array(alert, "must be a list of alerts"),
  answer: z.undefined(),
};

export const postWebhook = {
  query: z.looseObject({
    source: z
      .string("is required")
      .trim()
      .min(1, "is required")
      .max(200, "is longer than 200 characters")
      .refine(storable),
  }),
  body: z.looseObject(
    {
      version: z.literal("4", 'must be "4"'),
      alerts: z.array(
        alert.extend({ status: z.enum(["firing", "resolved"], "must be firing or resolved") }),
        "must be a list of alerts",
      ),
    },
    "must be an object",
  ),
  answer: z.object({ message: z.literal("ok") }),
};

const flag = z.enum(["true", "false"], "must be true or false").default("true");
const filter = z
  .union([z.string(), z.array(z.string())], "must be a matcher")
  .optional()
  .transform((input) => (input === undefined ? [] : [input].flat()));

const alertQuery = z.looseObject({
  active: flag,
  silenced: flag,
  inhibited: flag,
  unprocessed: flag,
  filter,
  receiver: z.string().max(2_000, "is longer than 2000 characters").optional(),
});

const moment = z.string();
const receiver = z.object({ name: z.string() });
const shownAlert = z.object({
  labels: z.custom<Labels>(),
  annotations: z.custom<Labels>(),
  startsAt: moment,
  endsAt: moment,
  updatedAt: moment,
  generatorURL: z.string(),
  fingerprint: z.string(),
  receivers: z.array(receiver),
  status: z.object({
    state: z.enum(["unprocessed", "active", "suppressed"]),
    silencedBy: z.array(z.string()),
    inhibitedBy: z.array(z.string()),
    mutedBy: z.array(z.string()),
  }),
});

export const getAlerts = { query: alertQuery, answer: z.array(shownAlert) };

export const getAlertGroups = {
  query: alertQuery,
  answer: z.array(z.object({ labels: z.custom<Labels>(), receiver, alerts: z.array(shownAlert) })),
};

const matcher = z.object({ name: z.string(), value: z.string(), isRegex: z.boolean(), isEqual: z.boolean() });

const shownSilence = z.object({
  id: z.string(),
  status: z.object({ state: z.enum(["expired", "active", "pending"]) }),
  updatedAt: moment,
  startsAt: moment,
  endsAt: moment,
  comment: z.string(),
  createdBy: z.string(),
  matchers: z.array(matcher),
});

const silenceId = z.object({ silenceID: z.guid("is not the id of a silence").toLowerCase() });

export const getSilences = { query: z.looseObject({ filter }), answer: z.array(shownSilence) };

export const postSilence = {
  body: z.looseObject(
    {
      /** The silence to change; if it is missing, a new silence is created. */
      id: z.preprocess((input) => (input === "" ? undefined : input), silenceId.shape.silenceID.nullish()),
      matchers: z.unknown(),
      startsAt: time,
      endsAt: time,
      /** `createdBy` and `comment` are required, but may be empty. */
      createdBy: text,
      comment: text,
    },
    "must be an object",
  ),
  answer: z.object({ silenceID: z.string() }),
};

export const getSilence = { params: silenceId, answer: shownSilence };

export const deleteSilence = { params: silenceId, answer: z.undefined() };

export const getStatus = {
  answer: z.object({
    cluster: z.object({
      status: z.literal("disabled"),
      peers: z.array(z.object({ name: z.string(), address: z.string() })),
    }),
    versionInfo: z.object({
      branch: z.string(),
      buildDate: z.string(),
      buildUser: z.string(),
      goVersion: z.string(),
      revision: z.string(),
      version: z.string(),
    }),
    config: z.object({ original: z.string() }),
    uptime: moment,
  }),
};

export const getReceivers = { answer: z.array(receiver) };
