// Shows a status by word, colour and shape, each of which is sufficient on its own.
import { parseSeverity, severityLabel } from "#language/severity.ts";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import { type Meaning, StatusMark } from "../StatusMark.tsx";
import { meaningOf, severityLook } from "./meaning.ts";

const textLooks: Record<Meaning, string> = {
  healthy: "text-healthy-text",
  unhealthy: "text-unhealthy-text",
  warning: "text-warning-text",
  unknown: "text-unknown-text",
  unchecked: "text-unchecked-text",
};

interface StatusProps {
  /** The status that the source reports. */
  status: string | null | undefined;
  /** Coloured text, for a status that is shown on its own. */
  isLoud?: boolean;
}

/** The status of a resource, in the wording of its source. */
export function Status({ status, isLoud = false }: StatusProps) {
  if (!status) return null;
  const meaning = meaningOf(status);
  return (
    <span
      title={status}
      className={`inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom ${isLoud ? `font-medium ${textLooks[meaning]}` : ""}`}
    >
      <StatusMark meaning={meaning} />
      <span className="truncate">{capitalise(splitCamelCase(status))}</span>
    </span>
  );
}

/** Shows one of the four states that a source can report. A missing health is shown as unknown. */
export const Health = ({ health }: { health: "healthy" | "unhealthy" | "warning" | "unknown" | null | undefined }) => (
  <Status status={health ?? "unknown"} />
);

/** A severity as bars; blocker and above are red. */
interface SeverityBadgeProps {
  severity: string | null | undefined;
  /** Shows the word only on hover, and to screen readers. */
  isIconOnly?: boolean;
}

export function SeverityBadge({ severity, isIconOnly = false }: SeverityBadgeProps) {
  const known = parseSeverity(severity ?? "");
  if (!known) return severity ? <span>{severity}</span> : null;
  const { bars, look } = severityLook[known];
  return (
    <span
      title={isIconOnly ? severityLabel(known) : undefined}
      className="inline-flex items-center gap-1.5 align-bottom"
    >
      <svg viewBox="0 0 16 16" width={14} height={14} aria-hidden className={`shrink-0 ${look}`}>
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={1 + bar * 3.75}
            y={11 - bar * 3}
            width={2.75}
            height={4 + bar * 3}
            rx={0.75}
            // If no bar is full, all bars are outlines, which are visible on every background and do not look full.
            {...(bars === 0
              ? { fill: "none", stroke: "currentColor" }
              : { fill: "currentColor", fillOpacity: bar < bars ? 1 : 0.35 })}
          />
        ))}
      </svg>
      <span className={isIconOnly ? "sr-only" : undefined}>{severityLabel(known)}</span>
    </span>
  );
}
