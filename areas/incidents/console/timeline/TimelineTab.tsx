import { useMemo, useState } from "react";
import { useCall } from "#console/client/call.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Toggle } from "#console/widgets/Toggle.tsx";
import { printTimestamp } from "#lib/time/dates.ts";
import { incidentTimeline, type IncidentTimeline, type TimelineEntry } from "../../contract/model.ts";
import { incidentRelations } from "../parts/incident-writes.ts";
import { plainText } from "../comments/mentions.ts";
import { Scale } from "./Scale.tsx";
import { lanes } from "./timeline-scale.ts";

const FOLLOWED = {
  relations: [...incidentRelations, "notification_send_history", "playbook_runs", "config_changes", "checks"],
  everyMs: 3000,
};

/**
 * Everything around an incident on one time scale: its history, messages, playbook runs, changes and health changes.
 */
export function TimelineTab({ id }: { id: string }) {
  const found = useCall(incidentTimeline, { params: { id } });
  useFollowed(found, FOLLOWED);
  const { data } = found;
  if (!data && found.isError)
    return (
      <div className="mx-auto max-w-xl p-6">
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4">
      {data ? <Shown timeline={data} /> : <TextSkeleton label="The timeline" lines={8} />}
    </div>
  );
}

function Shown({ timeline: shown }: { timeline: IncidentTimeline }) {
  const [hidden, setHidden] = useState<ReadonlySet<TimelineEntry["lane"]>>(new Set());
  const [chosen, setChosen] = useState<string>();
  const present = lanes.filter(({ lane }) => shown.entries.some((entry) => entry.lane === lane));
  const entries = useMemo(
    () => shown.entries.filter(({ lane }) => !hidden.has(lane)).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    [shown.entries, hidden],
  );
  const toggle = (lane: TimelineEntry["lane"]) => {
    const next = new Set(hidden);
    if (!next.delete(lane)) next.add(lane);
    setHidden(next);
  };
  const choose = (id: string) => {
    setChosen(id);
    document.getElementById(`entry-${id}`)?.scrollIntoView({ block: "center" });
  };
  if (shown.entries.length === 0) return <p className="py-10 text-center text-muted">Nothing has happened yet.</p>;
  return (
    <>
      <Scale timeline={shown} lanes={present.filter(({ lane }) => !hidden.has(lane))} chosen={chosen} choose={choose} />
      <div role="group" aria-label="Shown lanes" className="flex flex-wrap gap-2">
        {present.map(({ lane, label }) => (
          <Toggle key={lane} isOn={!hidden.has(lane)} onChange={() => toggle(lane)}>
            {label}
          </Toggle>
        ))}
      </div>
      {shown.isCut && (
        <p className="text-muted">Only the newest {shown.entries.length.toLocaleString("en")} entries are shown.</p>
      )}
      <ol aria-label="Timeline" className="flex min-w-0 flex-col">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} isChosen={entry.id === chosen} />
        ))}
      </ol>
    </>
  );
}

const meanings = { good: "healthy", warn: "warning", bad: "unhealthy" } as const;

function Entry({ entry, isChosen }: { entry: TimelineEntry; isChosen: boolean }) {
  const timeZone = useTimeZone();
  const { id, at, lane, text, author, link, tone } = entry;
  const { icon, label } = lanes.find((each) => each.lane === lane) ?? lanes[0]!;
  const words = plainText(text);
  return (
    <li
      id={`entry-${id}`}
      className={`grid min-w-0 grid-cols-[10.5rem_1.5rem_minmax(0,1fr)] items-start gap-x-2 border-b border-line py-1.5 max-shell:grid-cols-[1.5rem_minmax(0,1fr)] ${isChosen ? "bg-selected" : ""}`}
    >
      <time
        dateTime={at}
        className="text-muted tabular-nums max-shell:col-start-2 max-shell:row-start-1 max-shell:text-meta"
      >
        {printTimestamp(Date.parse(at), timeZone).slice(0, 19)}
      </time>
      <span title={label} className="flex h-5 items-center justify-center text-muted max-shell:row-start-1">
        {tone ? <StatusMark meaning={meanings[tone]} /> : <Icon name={icon} size={14} />}
        <span className="sr-only">{label}</span>
      </span>
      <span className="min-w-0 wrap-anywhere max-shell:col-start-2">
        {author && <span className="font-medium">{author.name} </span>}
        {link?.startsWith("/") ? (
          <AddressLink href={link} className="text-link hover:underline">
            {words}
          </AddressLink>
        ) : (
          words
        )}
      </span>
    </li>
  );
}
