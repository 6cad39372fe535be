import { useEffect, useState } from "react";
import { useCall } from "#console/client/call.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Health } from "#console/widgets/badge/Badges.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { countOf } from "#lib/text/words.ts";
import { printTimestamp } from "#lib/time/dates.ts";
import { type IncidentReplay, replay } from "../../contract/afterwards.ts";
import { changesAt, resourcesAt } from "./replay-at.ts";
import { ScrubBar } from "./ScrubBar.tsx";

const MINUTE = 60_000;
const STEP_MS = 400;

/** The resources of an incident minute by minute. */
export function ReplayTab({ id, openedAt }: { id: string; openedAt: string }) {
  const found = useCall(replay, { params: { id } });
  if (!found.data && found.isError)
    return (
      <div className="mx-auto max-w-xl p-6">
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4">
      {found.data ? (
        <Shown replay={found.data} openedAt={Date.parse(openedAt)} />
      ) : (
        <TextSkeleton label="The replay" lines={8} />
      )}
    </div>
  );
}

function Shown({ replay: shown, openedAt }: { replay: IncidentReplay; openedAt: number }) {
  const timeZone = useTimeZone();
  const start = Math.floor(Date.parse(shown.from) / MINUTE) * MINUTE;
  const end = Math.max(start + MINUTE, Math.ceil(Date.parse(shown.to) / MINUTE) * MINUTE);
  // The replay begins before the incident, when the health is often still unknown.
  const [at, setAt] = useState(Math.min(end, Math.max(start, Math.ceil(openedAt / MINUTE) * MINUTE)));
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      setAt((before) => {
        if (before + MINUTE >= end) setPlaying(false);
        return Math.min(end, before + MINUTE);
      });
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, end]);
  if (shown.resources.length === 0)
    return (
      <p className="py-10 text-center text-muted">
        There is nothing to replay. Link checks, components or config items to the incident as evidence.
      </p>
    );
  const resources = resourcesAt(shown, at);
  const unhealthy = resources.filter(({ health }) => health === "unhealthy").length;
  const changes = changesAt(shown, at);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={isPlaying ? "pause" : "play"}
          onClick={() => {
            if (!isPlaying && at >= end) setAt(start);
            setPlaying(!isPlaying);
          }}
        >
          {isPlaying ? "Pause" : "Play"}
        </Button>
        <span role="status" className="tabular-nums">
          <span className="font-medium">{printTimestamp(at, timeZone).slice(0, 16)}</span>
          <span className="text-muted">
            , {unhealthy === 0 ? "none" : unhealthy.toLocaleString("en")} of{" "}
            {countOf(resources.length, "resource", "resources")} unhealthy
          </span>
        </span>
      </div>
      <ScrubBar
        replay={shown}
        start={start}
        end={end}
        at={at}
        openedAt={openedAt}
        change={(moment) => {
          setPlaying(false);
          setAt(moment);
        }}
      />
      {shown.isThinned && (
        <p className="text-muted">Short intervals are joined, because there are too many intervals to show.</p>
      )}
      <div className="grid gap-4 min-[64rem]:grid-cols-2">
        <section aria-label="Resources" className="min-w-0 rounded-md border border-line bg-surface">
          <h2 className="border-b border-line px-3 py-2 font-medium">Resources</h2>
          <ul className="max-h-96 overflow-y-auto">
            {resources.map(({ resource, health }) => (
              <li
                key={`${resource.kind} ${resource.id}`}
                className="flex min-h-8 min-w-0 items-center gap-3 border-b border-line px-3 py-1 last:border-b-0"
              >
                <span className="flex min-w-0 flex-1">
                  <ResourceLink kind={resource.kind} id={resource.id} name={resource.name} />
                </span>
                <Health health={health} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Changes until then" className="min-w-0 rounded-md border border-line bg-surface">
          <h2 className="border-b border-line px-3 py-2 font-medium">Changes until then</h2>
          {changes.length === 0 ? (
            <p className="px-3 py-2 text-muted">No change yet.</p>
          ) : (
            <ul className="max-h-96 overflow-y-auto">
              {changes.map(({ change, isRecent }) => (
                <li
                  key={change.id}
                  className={`flex min-h-8 min-w-0 items-center gap-3 border-b border-line px-3 py-1 last:border-b-0 ${isRecent ? "bg-selected" : ""}`}
                >
                  <span className="min-w-0 flex-1">
                    <ResourceLink kind="config_change" id={change.id} name={change.summary || "Change"} />
                    <span className="block truncate text-meta text-muted">{change.config.name}</span>
                  </span>
                  <time dateTime={change.at} className="shrink-0 text-meta text-muted tabular-nums">
                    {printTimestamp(Date.parse(change.at), timeZone).slice(11, 16)}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}
