import { useTimeZone } from "#console/preferences/preferences.ts";
import { useHasPage } from "#console/shell/registry.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Json } from "#language/columns.ts";
import { printTimestamp } from "#lib/time/dates.ts";
import { logsPathOf, readLines } from "./log-lines.ts";

interface LogLinesProps {
  lines: readonly Json[];
  /** The component that wrote the log lines. */
  componentId: string | null;
}

const MAX_SHOWN = 200;

/** Log lines as they were when they were attached, and a link to the logs of that period. */
export function LogLines({ lines: stored, componentId }: LogLinesProps) {
  const timeZone = useTimeZone();
  const hasLogs = useHasPage("/logs");
  const lines = readLines(stored);
  const href = logsPathOf(lines, componentId, timeZone);
  return (
    <div className="border-t border-line">
      {/* Scrolling content must be focusable, so that the keyboard can scroll it. */}
      <div tabIndex={0} role="group" aria-label="Log lines" className="max-h-72 overflow-auto py-1 -outline-offset-2">
        <table className="w-full font-mono text-[0.75rem]/5">
          <tbody>
            {lines.slice(0, MAX_SHOWN).map(({ at, message }, index) => (
              // On a phone the time is above its line, because both do not fit next to each other.
              <tr key={index} className="align-top max-shell:block max-shell:py-0.5">
                <td className="px-3 whitespace-nowrap text-muted tabular-nums max-shell:block">
                  {at === undefined ? "" : printTimestamp(at, timeZone)}
                </td>
                <td className="w-full pr-3 whitespace-pre-wrap wrap-anywhere max-shell:block max-shell:pl-3">
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(hasLogs || lines.length > MAX_SHOWN) && (
        <p className="flex items-center gap-3 border-t border-line px-3 py-1.5 text-muted">
          {hasLogs && href && (
            <AddressLink href={href} className="inline-flex items-center gap-1.5 text-link hover:underline">
              <Icon name="logs" size={14} />
              Open in Logs
            </AddressLink>
          )}
          {lines.length > MAX_SHOWN && (
            <span>
              The first {MAX_SHOWN} of {lines.length.toLocaleString("en")} lines are shown.
            </span>
          )}
        </p>
      )}
    </div>
  );
}
