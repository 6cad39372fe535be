import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { capitalise, splitCamelCase } from "#lib/text/words.ts";
import { DeletedMark } from "./DeletedMark.tsx";

interface ConfigStatusProps {
  status: string | null;
  health: string | null;
  deletedAt?: string | null | undefined;
  /** Shows only the mark; the words are for screen readers. */
  isMark?: boolean;
}

const meanings = { healthy: "healthy", unhealthy: "unhealthy", warning: "warning" } as const;

/** Only faults are coloured, so that they stand out in a list. */
export const statusLooks: Readonly<Record<string, string>> = {
  unhealthy: "text-unhealthy-text",
  warning: "text-warning-text",
};

/** The health of an item as a mark, and its status in the spelling of the source. */
export function ConfigStatus({ status, health, deletedAt, isMark = false }: ConfigStatusProps) {
  const label = capitalise(splitCamelCase(status ?? health ?? ""));
  if (label === "" && !deletedAt) return null;
  return (
    <span
      title={status ?? undefined}
      className="inline-flex min-h-[1lh] max-w-full min-w-0 items-center gap-1.5 align-bottom"
    >
      {deletedAt ? (
        <DeletedMark at={deletedAt} />
      ) : (
        <StatusMark meaning={meanings[health as keyof typeof meanings] ?? "unknown"} />
      )}
      {!deletedAt && status && health && <span className="sr-only">{capitalise(health)}: </span>}
      <span className={isMark ? "sr-only" : `truncate ${deletedAt ? "text-muted" : (statusLooks[health ?? ""] ?? "")}`}>
        {label || "Deleted"}
      </span>
    </span>
  );
}
