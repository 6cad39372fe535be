import { severityLook } from "#console/widgets/badge/meaning.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { parseSeverity } from "#language/severity.ts";
import { insightIcon, insightTypeLabel } from "../parts/insight-type.ts";

interface InsightTypeProps {
  type: string | null;
  severity?: string | null;
}

/** The type of an insight, with its icon in the colour of the severity. */
export function InsightType({ type, severity }: InsightTypeProps) {
  const known = parseSeverity(severity ?? "");
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      <Icon name={insightIcon(type)} className={known ? severityLook[known].look : "text-muted"} />
      <span className="truncate">{insightTypeLabel(type)}</span>
    </span>
  );
}
