import type { LineMargin } from "#console/widgets/code/CodeText.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Elapsed } from "#console/widgets/time/Elapsed.tsx";
import { printTimestamp, readDate } from "#language/dates.ts";
import type { ConfigBlame, ConfigVersion } from "../../../contract.ts";

/** Before the first line of those that one change made: how long ago, and the way to it. */
export const blameMargin = ({ lines, versions }: ConfigBlame, open: (id: string) => void): LineMargin => ({
  width: 72,
  of: (line) => {
    const version = lines[line]?.version ?? null;
    const isFirst = line === 0 || lines[line - 1]?.version !== version;
    const of = version === null ? undefined : versions[version];
    return of && isFirst ? <BlameMark version={of} open={open} /> : null;
  },
});

function BlameMark({ version, open }: { version: ConfigVersion; open: (id: string) => void }) {
  const timeZone = useTimeZone();
  const { id, at, is_listed, summary, change_type, external_created_by } = version;
  const moment = readDate(at);
  const words = [
    moment === undefined ? at : printTimestamp(moment, timeZone),
    summary ?? change_type,
    external_created_by,
  ]
    .filter(Boolean)
    .join(" · ");
  const look = "h-6 w-full truncate px-2 text-left text-meta";
  // There is no change to be opened.
  if (!is_listed)
    return (
      <span title={words} aria-label={`Changed ${words}`} role="note" className={`block leading-6 text-muted ${look}`}>
        <Elapsed since={at} />
      </span>
    );
  return (
    <button
      type="button"
      title={words}
      aria-label={`Changed ${words}`}
      onClick={() => open(id)}
      className={`text-link -outline-offset-2 hover:underline ${look}`}
    >
      <Elapsed since={at} />
    </button>
  );
}
