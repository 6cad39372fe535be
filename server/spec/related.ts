// Describes the parent of a scraped item: every field is a value, a label of the item, or computed from the item.
import { cel, labels, part, text } from "./parts.ts";

const lookup = part({
  value: text.optional().meta({ label: "Value" }),
  label: text.optional().meta({ label: "Label value" }),
  expr: cel.optional().meta({ label: "Expression (CEL)", notation: "cel" }),
});

export const relatedFields = {
  id: lookup.optional().meta({ label: "Id" }),
  external_id: lookup.optional().meta({ label: "External id" }),
  name: lookup.optional().meta({ label: "Name" }),
  namespace: lookup.optional().meta({ label: "Namespace" }),
  type: lookup.optional().meta({ label: "Type" }),
  agent: lookup.optional().meta({ label: "Agent" }),
  scope: lookup.optional().meta({ label: "Scope" }),
  labels: labels.optional(),
};

export const relatedSelector = part(relatedFields);
