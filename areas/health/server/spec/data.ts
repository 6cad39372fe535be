// Checks of stores, files, clusters and whatever can be asked a question.
import { z } from "zod";
import { envVar, filled, list, part, selector, text, texts, yes } from "#server/spec/parts.ts";
import { check } from "./check.ts";

const objects = part({
  name: text.optional(),
  labelSelector: text.optional(),
  fieldSelector: text.optional(),
  search: text.optional(),
});

export const kubernetes = check({
  kind: filled.meta({ label: "Kind" }),
  apiVersion: text.optional(),
  namespaceSelector: objects.optional().meta({ label: "Namespaces" }),
  resource: objects.optional().meta({ label: "Resources" }),
  ignore: texts.optional().meta({ label: "Ignore" }),
  healthy: yes.optional().meta({ label: "All healthy" }),
  ready: yes.optional().meta({ label: "All ready" }),
  kubeconfig: envVar.optional().meta({ label: "Kubeconfig", field: "env-var", secret: true }),
});

export const catalog = check({ selector: list(selector).meta({ label: "Selectors" }) });

/** Types whose own fields are kept as they are written. */
export const other = check({ config: z.unknown().optional() }).omit({ config: true });
