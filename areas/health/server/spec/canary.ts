// A canary as it is written: when it runs, and the checks that it holds, by type. What is listed here is what a form shows;
// nothing says that a check of a type can be run here.
import { z } from "zod";
import { icon, list, part, schedule, text, texts } from "#server/spec/parts.ts";
import { checkKinds } from "../checks/index.ts";
import { retries } from "./check.ts";
import { exec, other } from "./data.ts";
import { webhook } from "./network.ts";

const checks = {
  exec: list(exec).optional().meta({ label: "Exec" }),
  junit: list(other).optional().meta({ label: "JUnit" }),
  webhook: webhook.optional().meta({ label: "Webhook" }),
  ...Object.fromEntries(
    checkKinds.map(({ type, title, spec }) => [type, list(spec).optional().meta({ label: title })]),
  ),
};

export const canarySpec = part({
  schedule: schedule.optional().meta({ field: "schedule", label: "Schedule" }),
  ...checks,
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
});
