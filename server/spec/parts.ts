// The parts that specs of several kinds are made of, in the words of the manifests in use. All of them keep what they do not
// know: a manifest may be newer than we are.
import { z } from "zod";
import { isNothing } from "#language/field-marks.ts";
import { parseDuration } from "#language/duration.ts";
import { parseSchedule } from "#language/schedule.ts";
import { problemOf } from "#language/unreadable.ts";
import { callablesOfChecks } from "../expression/callables.ts";
import type { CelCallables } from "../expression/cel/compile.ts";
import { faultIn, told, type CheckedNotation } from "../expression/check.ts";
import type { ExpressionFault } from "../expression/fault.ts";
import { isTemplateText } from "../expression/template/header.ts";

/** What is not there at all is missing, and not of the wrong kind. */
const otherwise = (wrong: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? "is required" : wrong),
});

export const text = z.string(otherwise("must be a text"));
export const filled = text.min(1, "is required");
export const yes = z.boolean("must be true or false");
export const number = z.number("must be a number");
export const count = z.int("must be a whole number").min(0, "must not be negative");
export const texts = z.array(text, "must be a list");

/** Keys that are not listed are kept. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, "must be an object");
export const list = <Item extends z.ZodType>(item: Item) => z.array(item, otherwise("must be a list"));

const readable = (read: (given: string) => unknown) =>
  text.superRefine((given, context) => {
    const wrong = problemOf(() => read(given));
    if (wrong !== undefined) context.addIssue({ code: "custom", message: wrong });
  });

/** `30s`, `1h30m`. */
export const duration = readable(parseDuration).meta({ field: "duration" });
/** `@every 30s`, `@hourly`, or cron. */
export const schedule = readable(parseSchedule).meta({ field: "schedule", label: "Schedule" });
export const icon = text.meta({ field: "icon", label: "Icon" });
export const longText = text.meta({ field: "long-text" });

/** In words, and with its place in the text for who can point at it. */
const issueOf = (fault: ExpressionFault) => ({
  code: "custom" as const,
  message: told(fault),
  params: { place: fault.place },
});

/** What is wrong with a text in which `{{ }}` and `$( )` are filled in; one without either is right, however long. */
export function templateIssue(given: string): ReturnType<typeof issueOf> | undefined {
  const fault = isTemplateText(given) ? faultIn("template", given) : undefined;
  return fault && issueOf(fault);
}

const expression = (notation: CheckedNotation, callables: CelCallables = {}) =>
  text.superRefine((given, context) => {
    const fault = given === "" ? undefined : faultIn(notation, given, callables);
    if (fault) context.addIssue(issueOf(fault));
  });

/** A text that is computed: its field says in which notation, so that a form can help. */
export const cel = expression("cel").meta({ notation: "cel" });
export const goTemplate = expression("template").meta({ notation: "template" });
export const javascript = expression("javascript").meta({ notation: "javascript" });
export const jsonPath = expression("jsonpath").meta({ notation: "jsonpath" });

/** The expressions of a check may ask for its last result. */
export const checkCel = expression("cel", callablesOfChecks).meta({ notation: "cel" });
const checkTemplate = expression("template", callablesOfChecks).meta({ notation: "template" });

/** A text as it is sent or shown, but for what stands in `{{ }}` and `$( )`: that is filled in when it is used. */
export const templated = text
  .superRefine((given, context) => {
    const issue = templateIssue(given);
    if (issue) context.addIssue(issue);
  })
  .meta({ isTemplated: true });
export const longTemplated = templated.meta({ field: "long-text" });

/** Every text in it may be filled in, as those of a selector that is made for each of many things. */
export const filledIn = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.superRefine((given, context) => {
    for (const { path, found } of textsIn(given)) {
      const issue = templateIssue(found);
      if (issue) context.addIssue({ ...issue, path });
    }
  });

function* textsIn(
  given: unknown,
  path: (string | number)[] = [],
): Generator<{ path: (string | number)[]; found: string }> {
  if (typeof given === "string") yield { path, found: given };
  else if (Array.isArray(given)) for (const [index, item] of given.entries()) yield* textsIn(item, [...path, index]);
  else if (typeof given === "object" && given !== null)
    for (const [key, value] of Object.entries(given)) yield* textsIn(value, [...path, key]);
}

export const labels = z.record(z.string(), text, "must be an object").meta({ field: "key-values", label: "Labels" });
/** Labels of what is made anew, whose values may be filled in. */
export const templatedLabels = z
  .record(z.string(), templated, "must be an object")
  .meta({ field: "key-values", label: "Labels" });

/**
 * A field of manifests in use that cannot be honoured here. Without it a check or scraper would run with another identity or
 * another meaning, so that it is refused: when it is saved, and as the reason of a run that was stored or read from a file.
 */
export const refused = (why: string) =>
  z
    .unknown()
    .superRefine((given, context) => {
      if (!isNothing(given)) context.addIssue({ code: "custom", message: why });
    })
    .optional()
    .meta({ deprecated: true, refused: why });

const keyRef = part({
  name: filled,
  key: filled,
  optional: yes.optional().meta({ label: "Optional", description: "Empty when there is no such key." }),
});

const valueFrom = part({
  secretKeyRef: keyRef.optional(),
  configMapKeyRef: keyRef.optional(),
  helmRef: keyRef.optional(),
  serviceAccount: text.optional(),
});

/** A value, or where it is found. */
export const envVar = z
  .union(
    [
      text,
      part({
        name: text.optional(),
        value: text.optional(),
        valueFrom: valueFrom.optional(),
      }),
    ],
    "must be a value, or a valueFrom",
  )
  .meta({ field: "env-var" });

const signIn = {
  username: envVar.optional().meta({ label: "Username", field: "env-var" }),
  password: envVar.optional().meta({ label: "Password", field: "env-var", secret: true }),
};

export const credentials = {
  ...signIn,
  // As forms in use nest them; `basic` says that they are user and password.
  authentication: part(signIn).optional().meta({ label: "Authentication", deprecated: true }),
  auth: part(signIn).optional().meta({ label: "Authentication", deprecated: true }),
  basic: yes.optional().meta({ label: "Basic authentication", deprecated: true }),
};

/** A header or a variable: an envVar with a name. */
export const namedEnvVar = part({
  name: filled.meta({ label: "Name" }),
  value: templated.optional().meta({ label: "Value" }),
  valueFrom: valueFrom.optional(),
});

/** Variables of a whole resource: an object, or a list with names as checks have it. */
export const variables = z.union(
  [z.record(z.string(), envVar), list(namedEnvVar)],
  "must be an object, or a list of variables with names",
);

/** Something computed from the result of a check, in one of four languages. */
export const template = part({
  expr: checkCel.optional().meta({ label: "Expression (CEL)", field: "long-text", notation: "cel" }),
  template: checkTemplate.optional().meta({ label: "Go template", field: "long-text", notation: "template" }),
  javascript: javascript.optional().meta({ label: "JavaScript", field: "long-text", notation: "javascript" }),
  jsonPath: jsonPath.optional().meta({ label: "JSONPath" }),
  // As forms in use spell it.
  jsonpath: jsonPath.optional().meta({ label: "JSONPath", deprecated: true }),
});

export const connection = text.meta({
  label: "Connection",
  field: "connection",
  placeholder: "connection://namespace/name",
});

/** A connection of one of these types, as far as a form is concerned: what is written down is judged when it is used. */
export const connectionOf = (...types: readonly string[]) =>
  connection.meta({ ...connection.meta(), connectionTypes: types });

/** What a thing must be to be meant: all fields hold at once. */
export const selector = part({
  id: text.optional().meta({ label: "Id" }),
  name: text.optional().meta({ label: "Name" }),
  namespace: text.optional().meta({ label: "Namespace" }),
  agent: text.optional().meta({ label: "Agent", description: "A name, an id, or all." }),
  scope: text.optional().meta({ label: "Scope" }),
  types: texts.optional().meta({ label: "Types" }),
  statuses: texts.optional().meta({ label: "Statuses" }),
  health: text.optional().meta({ label: "Health" }),
  labelSelector: text.optional().meta({ label: "Label selector", placeholder: "app=web,env!=test" }),
  tagSelector: text.optional().meta({ label: "Tag selector" }),
  fieldSelector: text.optional().meta({ label: "Field selector" }),
  search: text.optional().meta({ label: "Search", placeholder: "name=grafana type=Kubernetes::Deployment" }),
  includeDeleted: yes.optional().meta({ label: "Include deleted" }),
  limit: count.optional().meta({ label: "Limit" }),
});
