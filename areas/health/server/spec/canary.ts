// The spec of a canary: its schedule and its checks, by type. Types that this version cannot run are stored as written.
import { z } from "zod";
import { icon, list, number, part, schedule, text, texts, variables } from "#server/spec/parts.ts";
import { describe } from "#server/spec/unknown-fields.ts";
import { absentTypes } from "../checks/absent.ts";
import { checkKinds } from "../checks/index.ts";
import { nestedSpec } from "../checks/kubernetes-resource.ts";
import { retries } from "./check.ts";

const checks = Object.fromEntries(
  // A passive kind is a single entry; all other kinds are lists.
  checkKinds.map(({ type, title, spec, isPassive }) => [
    type,
    (isPassive ? spec : list(spec)).optional().meta({ label: title }),
  ]),
);

export const canarySpec = part({
  schedule: schedule.optional().meta({ field: "schedule", label: "Schedule" }),
  ...checks,
  // The interval in seconds, used without a schedule.
  interval: z
    .union([number, text], "must be a number of seconds")
    .optional()
    .meta({ label: "Interval (seconds)", deprecated: true }),
  env: variables.optional().meta({ label: "Variables" }),
  severity: text.optional().meta({ label: "Severity" }),
  owner: text.optional().meta({ label: "Owner" }),
  icon: icon.optional(),
  replicas: z
    .union([z.literal(0), z.literal(1)], "must be 0 (paused) or 1")
    .optional()
    .meta({ label: "Replicas" }),
  retries: retries.optional(),
  agentSelector: texts.optional().meta({ label: "Agents" }),
  resultMode: z.enum(["junit"], "must be junit").optional().meta({ label: "Result mode" }),
  description: text.optional().meta({
    label: "Description",
    description: "Description of the check that combines all results (result mode junit).",
  }),
}).meta({ alsoKnown: absentTypes });

describe(nestedSpec, canarySpec);
