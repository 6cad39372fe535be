// The fields that all log backend entries have: which requests the entry gets, and how its lines are parsed.
import { z } from "zod";
import { lineFormats } from "#lib/logs/parse-line.ts";
import { cel, duration, labels, list, part, text, texts, yes } from "#server/spec/parts.ts";

const routes = list(
  part({
    type: text.optional().meta({ label: "Type" }),
    id_prefix: text.optional().meta({ label: "Id begins with" }),
    labels: labels.optional(),
    is_additive: yes.optional().meta({
      label: "Also send to other backends",
      description: "If this is off, a matching request is not sent to further backends.",
    }),
  }),
)
  .optional()
  .meta({
    label: "Routes",
    description:
      "The component requests that this backend gets. Default: requests that no route of any backend matches.",
  });

const mapping = part({
  id: texts.optional().meta({ label: "Id" }),
  message: texts.optional().meta({ label: "Message" }),
  timestamp: texts.optional().meta({ label: "Timestamp" }),
  host: texts.optional().meta({ label: "Host" }),
  severity: texts.optional().meta({ label: "Severity" }),
  source: texts.optional().meta({ label: "Source" }),
  ignore: texts.optional().meta({ label: "Ignored fields" }),
})
  .optional()
  .meta({
    label: "Mapping",
    description: "The names of fields with a special meaning; the first name that a line has is used.",
  });

/** How lines are parsed. Playbooks have the same fields. */
export const lineFields = {
  parse: z
    .enum(lineFormats, `must be ${lineFormats.join(", ")}`)
    .optional()
    .meta({ label: "Format", description: "Default: auto." }),
  mapping,
  match: list(cel)
    .optional()
    .meta({ label: "Match (CEL)", description: "Lines for which one of these is true are kept." }),
  dedupe: part({
    window: duration.meta({ label: "Window" }),
    fields: texts.optional().meta({ label: "Fields", description: "Default: the message without its values." }),
  })
    .optional()
    .meta({ label: "Merge repeated lines" }),
};

export const entryFields = { labels: labels.optional(), routes, ...lineFields };

const entry = part(entryFields);
export type Entry = z.output<typeof entry>;
