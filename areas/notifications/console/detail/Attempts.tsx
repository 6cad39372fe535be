import { useId, useState } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { capitalise } from "#lib/text/words.ts";
import type { MessageAttempt } from "../../contract.ts";
import { Exchanges } from "../test/Exchanges.tsx";

const meanings: Readonly<Record<MessageAttempt["outcome"], Meaning>> = {
  delivered: "healthy",
  refused: "unhealthy",
  failed: "unhealthy",
  postponed: "warning",
};

/** Every attempt to deliver a message, with the requests and responses. */
export const Attempts = ({ attempts }: { attempts: readonly MessageAttempt[] }) => (
  <ol className="flex flex-col rounded-md border border-line">
    {attempts.map((attempt, index) => (
      <li key={attempt.id} className="border-b border-line last:border-b-0">
        <Attempt attempt={attempt} number={index + 1} />
      </li>
    ))}
  </ol>
);

function Attempt({ attempt, number }: { attempt: MessageAttempt; number: number }) {
  const [isOpen, setOpen] = useState(false);
  const content = useId();
  const canOpen = attempt.exchanges.length > 0;
  const line = (
    <>
      <span className="flex h-5 items-center">
        <StatusMark meaning={meanings[attempt.outcome]} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">
            {number}. {capitalise(attempt.outcome)}
          </span>
          <span className="text-meta text-muted **:data-millis:hidden">
            <Timestamp at={attempt.created_at} format="timestamp" />
          </span>
          {attempt.duration_millis !== null && (
            <span className="text-meta text-muted">
              <Duration millis={attempt.duration_millis} />
            </span>
          )}
        </span>
        {attempt.error !== null && <span className="block text-unhealthy-text wrap-anywhere">{attempt.error}</span>}
      </span>
    </>
  );
  if (!canOpen) return <div className="flex gap-2 px-3 py-2">{line}</div>;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-touch w-full gap-2 px-3 py-2 text-left -outline-offset-2 hover:bg-hover"
      >
        {line}
        <span className="flex h-5 items-center text-muted">
          <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} />
        </span>
      </button>
      <div id={content} hidden={!isOpen} className="px-3 pb-3">
        {isOpen && <Exchanges exchanges={attempt.exchanges} />}
      </div>
    </>
  );
}
