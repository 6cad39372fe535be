// Labels and icons of the types of insights.
import type { FilterOption } from "#console/widgets/filter/filter-set.ts";
import type { IconName } from "#console/widgets/Icon.tsx";
import { titleOf } from "#lib/text/words.ts";
import "#console/widgets/page-icons.ts";

const icons = {
  availability: "heart-crack",
  compliance: "landmark",
  cost: "dollar-sign",
  integration: "link",
  other: "triangle-alert",
  performance: "timer",
  recommendation: "lightbulb",
  reliability: "clock",
  security: "shield-check",
  technical_debt: "bandage",
} as const satisfies Record<string, IconName>;

export type InsightType = keyof typeof icons;

export const insightIcon = (type: string | null): IconName =>
  type !== null && Object.hasOwn(icons, type) ? icons[type as InsightType] : "triangle-alert";

export const insightTypeLabel = (type: string | null): string => titleOf(type ?? "other");

export const insightTypeOptions: readonly FilterOption[] = Object.keys(icons).map((value) => ({
  value,
  label: insightTypeLabel(value),
}));
