import { useTimeZone } from "#console/preferences/preferences.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { printTimestamp, readDate } from "#lib/time/dates.ts";

/** A mark next to the name of a deleted item. */
export function DeletedMark({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const moment = readDate(at);
  return (
    <span
      title={moment === undefined ? "Deleted" : `Deleted: ${printTimestamp(moment, timeZone)}`}
      className="flex shrink-0"
    >
      <Icon name="trash-2" size={14} className="text-muted" />
      <span className="sr-only">Deleted</span>
    </span>
  );
}
