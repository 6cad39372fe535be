import { Icon } from "#console/widgets/Icon.tsx";
import { insightIcon, insightTypeLabel } from "../parts/insight-type.ts";

/** The type of an insight with its icon. */
export const InsightType = ({ type }: { type: string | null }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
    <Icon name={insightIcon(type)} className="text-muted" />
    <span className="truncate">{insightTypeLabel(type)}</span>
  </span>
);
