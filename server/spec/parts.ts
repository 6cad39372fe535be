// The parts that specs of several kinds share, with the field names of existing manifests. All of them keep unknown
// fields, because a manifest may be newer than this release.
import { z } from "zod";
import { isNothing } from "#language/field-marks.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { allCallables, callablesOfChecks, callablesOfPlaybooks } from "#lib/expression/callables.ts";
import type { CelCallables } from "#lib/expression/cel/compile.ts";
import { faultIn, faultText, type CheckedNotation } from "#lib/expression/check.ts";
import type { ExpressionFault } from "#lib/expression/fault.ts";
import { isTemplateText } from "#lib/expression/template/header.ts";

/** Creates an error message; an absent value is reported as missing rather than as a wrong type. */
const otherwise = (wrong: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? "is required" : wrong),
});

export const text = z.string(otherwise("must be a string"));
export const filled = text.min(1, "is required");
export const yes = z.boolean("must be true or false");
export const number = z.number("must be a number");
export const count = z.int("must be a whole number").min(0, "must not be negative");
export const texts = z.array(text, "must be a list");

/** Creates an object schema that keeps keys that are not listed. */
export const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, "must be an object");
export const list = <Item extends z.ZodType>(item: Item) => z.array(item, otherwise("must be a list"));

const readable = (read: (input: string) => unknown) =>
  text.superRefine((input, context) => {
    const wrong = problemOf(() => read(input));
    if (wrong !== undefined) context.addIssue({ code: "custom", message: wrong });
  });

/** A duration such as `30s` or `1h30m`. */
export const duration = readable(parseDuration).meta({ field: "duration" });
/** A schedule such as `@every 30s` or `@hourly`, or a cron expression. */
export const schedule = readable(parseSchedule).meta({ field: "schedule", label: "Schedule" });
export const icon = text.meta({ field: "icon", label: "Icon" });
export const longText = text.meta({ field: "long-text" });

/** Returns the message, and the position in the string for editors that can mark it. */
const issueOf = (fault: ExpressionFault) => ({
  code: "custom" as const,
  message: faultText(fault),
  params: { place: fault.place },
});

/** Returns the error in a string with templates (`{{ }}`, `$( )`); a string without a template is always valid. */
export function templateIssue(input: string): ReturnType<typeof issueOf> | undefined {
  // Checks and actions share these fields, so the functions of all runs are known.
  const fault = isTemplateText(input) ? faultIn("template", input, allCallables) : undefined;
  return fault && issueOf(fault);
}

const expression = (notation: CheckedNotation, callables: CelCallables = {}) =>
  text.superRefine((input, context) => {
    const fault = input === "" ? undefined : faultIn(notation, input, callables);
    if (fault) context.addIssue(issueOf(fault));
  });

/** An expression. `notation` is its language, which the form uses to offer help. */
export const cel = expression("cel").meta({ notation: "cel" });
export const goTemplate = expression("template").meta({ notation: "template" });
export const javascript = expression("javascript").meta({ notation: "javascript" });
export const jsonPath = expression("jsonpath").meta({ notation: "jsonpath" });

/** A CEL expression of a check, which may call `last_result()`. */
export const checkCel = expression("cel", callablesOfChecks).meta({ notation: "cel" });
/** A CEL expression of a playbook, which may call functions such as `success()`. */
export const playbookCel = expression("cel", callablesOfPlaybooks).meta({ notation: "cel", field: "long-text" });
const checkTemplate = expression("template", callablesOfChecks).meta({ notation: "template" });

/** A string whose templates, `{{ }}` and `$( )`, are filled in when it is used. */
export const templated = text
  .superRefine((input, context) => {
    const issue = templateIssue(input);
    if (issue) context.addIssue(issue);
  })
  .meta({ isTemplated: true });
export const longTemplated = templated.meta({ field: "long-text" });

/** Every string in the value may have templates, as in a selector that is evaluated for each of many items. */
export const filledIn = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.superRefine((input, context) => {
    for (const { path, found } of textsIn(input)) {
      const issue = templateIssue(found);
      if (issue) context.addIssue({ ...issue, path });
    }
  });

function* textsIn(
  input: unknown,
  path: (string | number)[] = [],
): Generator<{ path: (string | number)[]; found: string }> {
  if (typeof input === "string") yield { path, found: input };
  else if (Array.isArray(input)) for (const [index, item] of input.entries()) yield* textsIn(item, [...path, index]);
  else if (typeof input === "object" && input !== null)
    for (const [key, value] of Object.entries(input)) yield* textsIn(value, [...path, key]);
}

export const labels = z.record(z.string(), text, "must be an object").meta({ field: "key-values", label: "Labels" });
/** Labels of created items, whose values may have templates. */
export const templatedLabels = z
  .record(z.string(), templated, "must be an object")
  .meta({ field: "key-values", label: "Labels" });

/**
 * A field of existing manifests that is not supported. If it were ignored, a check or scraper would run with a
 * different identity or meaning, so it is refused: on save, and in the result of a run if the spec was stored before or
 * read from a file.
 */
export const refused = (why: string) =>
  z
    .unknown()
    .superRefine((input, context) => {
      if (!isNothing(input)) context.addIssue({ code: "custom", message: why });
    })
    .optional()
    .meta({ deprecated: true, refused: why });

const keyRef = part({
  name: filled,
  key: filled,
  optional: yes.optional().meta({ label: "Optional", description: "The value is empty if there is no such key." }),
});

const valueFrom = part({
  secretKeyRef: keyRef.optional(),
  configMapKeyRef: keyRef.optional(),
  helmRef: keyRef.optional(),
  serviceAccount: text.optional(),
});

/** A value, or a reference to a value. */
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
  // Existing forms nest the credentials; `basic` selects user and password.
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

/** The variables of a whole resource: an object, or a list with names as in checks. */
export const variables = z.union(
  [z.record(z.string(), envVar), list(namedEnvVar)],
  "must be an object, or a list of variables with names",
);

/** An expression over the result of a check, in one of four languages. */
export const template = part({
  expr: checkCel.optional().meta({ label: "Expression (CEL)", field: "long-text", notation: "cel" }),
  template: checkTemplate.optional().meta({ label: "Go template", field: "long-text", notation: "template" }),
  javascript: javascript.optional().meta({ label: "JavaScript", field: "long-text", notation: "javascript" }),
  jsonPath: jsonPath.optional().meta({ label: "JSONPath" }),
  // This is the spelling of existing forms.
  jsonpath: jsonPath.optional().meta({ label: "JSONPath", deprecated: true }),
});

export const connection = text.meta({
  label: "Connection",
  field: "connection",
  placeholder: "connection://namespace/name",
});

/** Limits the form to connections of these types. The server checks the type when the connection is used. */
export const connectionOf = (...types: readonly string[]) =>
  connection.meta({ ...connection.meta(), connectionTypes: types });

/** Selects resources that match all given fields. */
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

const instead = "is not supported: set a kubeconfig or a connection with a token in it, and remove this field";

/**
 * Ways to reach a Kubernetes cluster that existing manifests use and that are not supported. If they were ignored, the
 * cluster that Quarterdeck runs in would be used instead.
 */
export const cloudClusters = { eks: refused(instead), gke: refused(instead), cnrm: refused(instead) };
