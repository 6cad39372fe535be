import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { severityLook } from "#console/widgets/badge/meaning.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { parseSeverity, severityLabel } from "#language/severity.ts";

interface ChangeTypeProps {
  type: string;
  severity: string | null | undefined;
}

/** The type of a change, with its icon in the colour of the severity. */
export function ChangeType({ type, severity }: ChangeTypeProps) {
  const known = parseSeverity(severity ?? "");
  return (
    <span
      title={known ? `${type}, ${severityLabel(known)}` : type}
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom"
    >
      <AnyIcon name={type} fallback="pencil" className={known ? severityLook[known].look : "text-muted"} />
      <Truncated text={type} cut="end" />
      {known && <span className="sr-only">, severity {severityLabel(known)}</span>}
    </span>
  );
}
