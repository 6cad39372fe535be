// The transform of a document: scripts, included, excluded and masked fields, relationships, and rules for changes.
import { z } from "zod";
import { cel, goTemplate, javascript, list, part, selector, templated, text, texts, yes } from "#server/spec/parts.ts";
import { relatedFields } from "#server/spec/related.ts";
import { path } from "./found-in.ts";

/** Actions of change rules: delete the item, ignore the change, or move or copy it to another item. */
export const changeActions = ["delete", "ignore", "move-up", "copy-up", "move", "copy"] as const;
export type ChangeAction = (typeof changeActions)[number];

/** Only one of these is set; its result is a list of documents. */
const script = {
  expr: cel.optional().meta({ label: "Expression (CEL)", field: "long-text", notation: "cel" }),
  gotemplate: goTemplate.optional().meta({ label: "Go template", field: "long-text", notation: "template" }),
  jsonpath: path.optional().meta({ label: "JSONPath", notation: "jsonpath" }),
  javascript: javascript.optional().meta({ label: "JavaScript", field: "long-text", notation: "javascript" }),
} as const;

const filter = cel.optional().meta({ label: "Only when", notation: "cel" });

const types = texts
  .optional()
  .meta({ label: "Only of these types", description: "Patterns, such as Kubernetes::*. Default: all types." });

const fields = part({
  jsonpath: path.min(1, "is required").meta({ label: "JSONPath" }),
  types,
});

const mask = part({
  selector: cel.optional().meta({
    label: "Condition",
    notation: "cel",
    description: "Without a condition nothing is hidden. Write true to always hide the value.",
  }),
  jsonpath: path.min(1, "is required").meta({ label: "JSONPath" }),
  value: text.optional().meta({ label: "Replacement", description: "A string, or md5sum for a hash of the value." }),
});

const relationship = part({
  filter,
  ...relatedFields,
  expr: cel.optional().meta({
    label: "Selectors (CEL)",
    notation: "cel",
    description: "Returns a list of selectors, which replaces the fields above.",
  }),
  parent: yes.optional().meta({ label: "Is the parent" }),
  relation: text
    .optional()
    .meta({ label: "Relation", description: "The name of the relationship. Default: the kinds of both items." }),
});

const mapping = part({
  filter,
  type: text.optional().meta({ label: "Type" }),
  severity: z
    .enum(["info", "low", "medium", "high", "critical"], "must be info, low, medium, high or critical")
    .optional()
    .meta({ label: "Severity" }),
  summary: templated.optional().meta({ label: "Summary" }),
  action: z
    .enum(changeActions, `must be one of ${changeActions.join(", ")}`)
    .optional()
    .meta({ label: "Action" }),
  config_id: cel.optional().meta({
    label: "Change owner (CEL)",
    notation: "cel",
    description: "Returns the external id of an item.",
  }),
  config_type: text.optional().meta({ label: "Owner type" }),
  scraper_id: text.optional().meta({ label: "Owner's scraper", description: "The id of a scraper, or all." }),
  ancestor_type: text
    .optional()
    .meta({ label: "Ancestor type", description: "For move-up and copy-up. Default: the parent." }),
  target: selector.optional().meta({ label: "Target", description: "For move and copy." }),
}).superRefine(({ action, ancestor_type: ancestor, target }, context) => {
  const issue = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if ((action === "move" || action === "copy") && target === undefined) issue("target", `is required to ${action}`);
  if (target !== undefined && ancestor !== undefined) issue("target", "cannot be combined with ancestor_type");
});

const named = part({
  type: text.optional().meta({ label: "Only of this type", description: "A pattern, such as Kubernetes::*." }),
  filter,
  values: list(templated).meta({ label: "Values" }),
  withParent: text.optional().meta({
    label: "Only with a parent of this type",
    description: "A pattern. Templates can read this parent as parent.",
  }),
});

export const transform = part({
  script: part(script).optional().meta({ label: "Script" }),
  // Existing manifests also write these fields at this level.
  ...script,
  include: list(fields).optional().meta({ label: "Include" }),
  exclude: list(fields).optional().meta({ label: "Exclude" }),
  mask: list(mask).optional().meta({ label: "Hide" }),
  relationship: list(relationship).optional().meta({ label: "Relationships" }),
  changes: part({
    exclude: list(cel.min(1, "is required")).optional().meta({ label: "Exclude changes if" }),
    mapping: list(mapping).optional().meta({ label: "Change mapping" }),
  })
    .optional()
    .meta({ label: "Changes" }),
  locations: list(named).optional().meta({ label: "Locations" }),
  aliases: list(named).optional().meta({ label: "Aliases" }),
});
