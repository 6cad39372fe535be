// Fields with a format, such as a duration, that may be templates. A playbook is saved before its templates are
// rendered, so a text with a template is checked only when the action runs.
import type { z } from "zod";
import { isTemplateText } from "#lib/expression/template/header.ts";
import { templated } from "#server/spec/parts.ts";

/** Schema errors are reported for the field. */
export const orTemplate = (schema: z.ZodType<string>) =>
  templated
    .superRefine((input, context) => {
      if (isTemplateText(input)) return;
      for (const { message } of schema.safeParse(input).error?.issues ?? [])
        context.addIssue({ code: "custom", message });
    })
    .meta({ ...schema.meta(), isTemplated: true });
