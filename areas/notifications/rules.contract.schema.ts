import { z } from "zod";
import type { CustomServices, Json, Labels } from "#language/columns.ts";

const kind = z.enum(["check", "config", "component"], "must be check, config or component");
const id = z.guid("is not an id").toLowerCase();

const recipients = z.array(z.object({ name: z.string(), channel: z.string() }));

export const recentEvents = {
  /** The last events of each name, newest first, with the variables for expressions. */
  answer: z.record(z.string(), z.array(z.object({ event: z.custom<Json>(), env: z.record(z.string(), z.unknown()) }))),
};

export const previewRule = {
  body: z.object({
    rule: z.object({
      events: z.array(z.string()).max(100),
      filter: z.string().nullish(),
      title: z.string().nullish(),
      template: z.string().nullish(),
      properties: z.custom<Labels>().nullish(),
      custom_services: z.custom<CustomServices>().nullish(),
      person_id: id.nullish(),
      team_id: id.nullish(),
    }),
    resource: z.object({ kind, id }),
    event: z.string().optional(),
  }),
  answer: z.object({
    matches: z.boolean(),
    filter_value: z.unknown(),
    title: z.string(),
    body: z.string(),
    recipients,
    error: z.string().optional(),
  }),
};

export const whoIsNotified = {
  params: z.object({ kind, id }),
  answer: z.object({
    rules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        events: z.array(z.string()),
        /** Null if the filter can only be evaluated with an event. */
        matches: z.boolean().nullable(),
        reason: z.string().optional(),
        recipients,
      }),
    ),
  }),
};

export const redeliver = {
  params: z.object({ id }),
  answer: z.object({ id: z.string() }),
};
