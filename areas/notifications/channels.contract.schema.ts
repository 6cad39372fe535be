import { z } from "zod";

const id = (kind: string) => z.guid(`is not the id of a ${kind}`).toLowerCase();

const text = z.string("must be a string").max(10_000);
const properties = z.record(z.string(), z.unknown(), "must be an object");

/** A rule's service: exactly one of connection, url, email and webhook. */
const service = z.looseObject({
  name: text.nullish(),
  connection: text.nullish(),
  url: text.nullish(),
  email: text.nullish(),
  webhook: z.looseObject({ url: text, secret: text.nullish() }).nullish(),
  properties: properties.nullish(),
});

export const sendTest = {
  body: z
    .strictObject({
      /** Tests the recipients of a saved rule. */
      notification_id: id("notification").optional(),
      connection_id: id("connection").optional(),
      /** Tests the recipients of a rule before it is saved. Other fields of the rule are ignored. */
      rule: z
        .looseObject({
          name: text.nullish(),
          namespace: text.nullish(),
          person_id: id("person").nullish(),
          team_id: id("team").nullish(),
          custom_services: z.array(service, "must be a list of services").max(20).nullish(),
          properties: properties.nullish(),
        })
        .optional(),
    })
    .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
      message: "must have exactly one of notification_id, connection_id and rule",
    }),
  answer: z.object({
    deliveries: z.array(
      z.object({
        /** The name of the recipient. */
        recipient: z.string(),
        /** The type of the channel, such as slack. */
        channel: z.string(),
        outcome: z.enum(["delivered", "failed"]),
        error: z.string().optional(),
        /** Requests and responses, with *** in place of secrets. */
        exchanges: z.array(
          z.object({ request: z.string(), response: z.string().optional(), status: z.int().optional() }),
        ),
      }),
    ),
  }),
};
