import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import type { SystemQueue } from "../contract.ts";
import { splitQueues } from "./queues.ts";

interface QueueListProps {
  queues: readonly SystemQueue[] | undefined;
  /** Whether a process works on the queues. Without one, idle queues are not a good sign. */
  hasWorker: boolean;
}

/** Queues with work and their counts; idle queues are collapsed. */
export function QueueList({ queues, hasWorker }: QueueListProps) {
  if (!queues) return <Skeleton className="m-3 h-16" />;
  const { busy, idle } = splitQueues(queues);
  return (
    <>
      {busy.length === 0 ? (
        idle.length === 0 && <p className="border-y border-line px-3 py-1">There are no queues.</p>
      ) : (
        <ul aria-label="Queues with work">
          {busy.map((queue) => (
            <li
              key={queue.name}
              className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 border-t border-line px-3 py-1 last:border-b"
            >
              <span className="font-mono wrap-anywhere">{queue.name}</span>
              <Work {...queue} />
            </li>
          ))}
        </ul>
      )}
      {idle.length > 0 && (
        <details className="group mt-1 px-3">
          <summary className="flex min-h-8 w-max cursor-pointer list-none items-center gap-2 rounded-sm pr-2 text-muted hover:text-text">
            <Icon name="chevron-right" size={14} className="transition-transform group-open:rotate-90" />
            {busy.length === 0 && <StatusMark meaning={hasWorker ? "healthy" : "unknown"} />}
            <span>{idle.length === 1 ? "1 idle queue" : `${idle.length} idle queues`}</span>
          </summary>
          <ul
            aria-label="Idle queues"
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-8 pt-1 pl-5.5"
          >
            {idle.map(({ name }) => (
              <li key={name} className="py-0.5 font-mono wrap-anywhere text-muted">
                {name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Work({ pending, active, failed }: SystemQueue) {
  return (
    <span className="flex gap-4 tabular-nums">
      {pending > 0 && <Count count={pending} word="waiting" />}
      {active > 0 && <Count count={active} word="running" />}
      {failed > 0 && (
        <span className="flex items-center gap-1.5 font-medium text-unhealthy-text">
          <StatusMark meaning="unhealthy" />
          {failed.toLocaleString("en")} failed
        </span>
      )}
    </span>
  );
}

const Count = ({ count, word }: { count: number; word: string }) => (
  <span>
    {count.toLocaleString("en")} <span className="text-muted">{word}</span>
  </span>
);
