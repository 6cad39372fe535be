import { z } from "zod";
import type { Json } from "#language/columns.ts";

const none = (value: unknown) => (value === "" || value === null ? undefined : value);
/** Forms send empty strings for fields that were left empty. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(none, schema.optional()) as unknown as z.ZodType<
    z.output<Schema> | undefined,
    z.input<Schema> | "" | null | undefined
  >;
const text = z.string("must be a string").max(10_000, "is longer than 10000 characters");
const id = z.guid("is not the id of a resource").toLowerCase();
const selectorList = z.array(z.record(z.string(), z.unknown(), "must be an object"), "must be a list of selectors");

/** The hidden resources, and the recurring windows. */
const hiding = {
  recursive: optional(z.boolean("must be true or false")),
  filter: optional(text),
  config_id: optional(id),
  component_id: optional(id),
  check_id: optional(id),
  canary_id: optional(id),
  schedule: optional(text),
  duration_minutes: optional(z.int("must be a whole number of minutes")),
  time_zone: optional(text),
};

export const createSilence = {
  body: z.strictObject({
    ...hiding,
    name: optional(text),
    namespace: optional(text),
    description: optional(text),
    /** RFC 3339 or date math, such as `now+2h`. Default: at once. */
    from: optional(text),
    /** Default: never ends. */
    until: optional(text),
    selectors: optional(selectorList),
  }),
  answer: z.object({ id: z.string(), name: z.string() }),
};

const whole = (what: string) => z.coerce.number(`must be ${what}`).int(`must be ${what}`);

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((value, context) => {
      if (value.trim() === "") return undefined;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema.optional())
    .optional();

export const previewSilence = {
  query: z.strictObject({
    /** The id of the silenced resource. */
    id: optional(id),
    type: optional(z.enum(["config", "component", "check", "canary"], "must be config, component, check or canary")),
    recursive: optional(z.enum(["true", "false"], "must be true or false")),
    filter: optional(text),
    /** A list of resource selectors as JSON. */
    selectors: json(selectorList),
    schedule: optional(text),
    duration_minutes: optional(whole("a whole number of minutes")),
    time_zone: optional(text),
    limit: optional(whole("a whole number").min(0, "must not be negative").max(10_000, "must be at most 10000")),
  }),
  /** Rows of notification_send_history_summary, newest first. */
  answer: z.array(z.custom<Readonly<Record<string, Json>> & { id: string }>()),
};

export const unmatchedSilences = {
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      created_at: z.string(),
      until: z.string().nullable(),
      error: z.string().nullable(),
      /** The last message that the silence hid; null if it is no longer stored. */
      last_matched_at: z.string().nullable(),
    }),
  ),
};
