import type { LineMargin } from "#console/widgets/code/CodeText.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { printTimestamp, readDate } from "#lib/time/dates.ts";
import type { ConfigBlame, ConfigVersion } from "../../../contract.ts";

/** Shows the age of a change before the first line that it changed, with a link to the change. */
export const blameMargin = ({ lines, versions }: ConfigBlame, open: (id: string) => void): LineMargin => ({
  width: 72,
  of: (line) => {
    const version = lines[line]?.version ?? null;
    const isFirst = line === 0 || lines[line - 1]?.version !== version;
    const changed = version === null ? undefined : versions[version];
    return changed && isFirst ? <BlameMark version={changed} open={open} /> : null;
  },
});

function BlameMark({ version, open }: { version: ConfigVersion; open: (id: string) => void }) {
  const timeZone = useTimeZone();
  const { id, at, is_listed, summary, change_type, external_created_by } = version;
  const moment = readDate(at);
  const label = [
    moment === undefined ? at : printTimestamp(moment, timeZone),
    summary ?? change_type,
    external_created_by,
  ]
    .filter(Boolean)
    .join(" · ");
  const look = "h-6 w-full truncate px-2 text-left text-meta";
  // Unlisted versions have no change to open.
  if (!is_listed)
    return (
      <span title={label} aria-label={`Changed ${label}`} role="note" className={`block leading-6 text-muted ${look}`}>
        <Elapsed since={at} />
      </span>
    );
  return (
    <button
      type="button"
      title={label}
      aria-label={`Changed ${label}`}
      onClick={() => open(id)}
      className={`text-link -outline-offset-2 hover:underline ${look}`}
    >
      <Elapsed since={at} />
    </button>
  );
}
