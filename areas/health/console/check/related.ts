// The catalog items and components that a check is linked to.
import type { CheckDetail } from "./check-query.ts";

export interface Related {
  kind: "config" | "component";
  id: string;
  name: string;
  type: "Config" | "Component";
}

/** Lists each item once, even if several selectors match it. */
export function relatedTo({ configs, components }: Pick<CheckDetail, "configs" | "components">): Related[] {
  const all = [
    ...configs.flatMap(({ configs: config }) =>
      config ? [{ ...config, kind: "config" as const, type: "Config" as const }] : [],
    ),
    ...components.flatMap(({ components: component }) =>
      component ? [{ ...component, kind: "component" as const, type: "Component" as const }] : [],
    ),
  ].map(({ kind, id, name, type }) => ({ kind, id, name, type }));
  return [...new Map(all.map((item) => [`${item.kind} ${item.id}`, item])).values()];
}
