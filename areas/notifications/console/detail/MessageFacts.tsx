import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { FactList } from "#console/widgets/FactList.tsx";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { countOf } from "#lib/text/words.ts";
import type { MessageDetail } from "../../contract.ts";
import { channelLabel } from "../parts/channels.ts";
import { MessageResource } from "../parts/MessageResource.tsx";
import { MessageStatus, purposeLabels } from "../parts/MessageStatus.tsx";
import { ChangedState } from "../parts/ResourceState.tsx";

/** The details of a message; unknown values are left out. */
export function MessageFacts({ message }: { message: MessageDetail }) {
  const { resource_health: health, resource_status: status, rule, silence } = message;
  return (
    <FactList
      facts={[
        [
          "Resource",
          <MessageResource
            key="resource"
            kind={message.resource_kind}
            resource={message.resource}
            name={message.resource_name}
          />,
        ],
        ["Health", <ChangedState key="health" before={{ health, status }} resource={message.resource} />],
        [
          "Age",
          <span key="age" className="flex flex-wrap gap-x-1.5">
            <RowAge since={message.created_at} />
            {message.count > 1 && (
              <span className="text-muted">
                (x{message.count.toLocaleString("en")} over{" "}
                <Age since={message.first_observed} to={message.created_at} />)
              </span>
            )}
          </span>,
        ],
        ["Recipient", <Recipient key="recipient" message={message} />],
        [
          "Status",
          <span key="status" className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <MessageStatus status={message.status} />
            {purposeLabels[message.purpose] && <span className="text-muted">({purposeLabels[message.purpose]})</span>}
            <LastError message={message} />
          </span>,
        ],
        [
          "Event",
          <code key="event" className="font-mono">
            {message.source_event}
          </code>,
        ],
        [
          "Sends at",
          message.status === "pending" && message.not_before !== null && <Age key="at" since={message.not_before} />,
        ],
        ["Duration", message.duration_millis !== null && <Duration key="took" millis={message.duration_millis} />],
        [
          "Notification Rule",
          rule &&
            (rule.id === null ? (
              `${rule.name} (deleted)`
            ) : (
              <ResourceLink key="rule" kind="notification" id={rule.id} name={rule.name} />
            )),
        ],
        ["Silenced By", silence && <ResourceLink key="silence" kind="silence" id={silence.id} name={silence.name} />],
      ]}
    />
  );
}

/** The error of the last attempt, so that the reason is visible without scrolling. */
function LastError({ message: { status, attempts } }: { message: MessageDetail }) {
  const error = attempts.at(-1)?.error;
  if (status !== "error" || !error) return null;
  return (
    <span title={error} className="line-clamp-2 min-w-0 text-unhealthy-text">
      after {countOf(attempts.length, "attempt", "attempts")}: {error}
    </span>
  );
}

/** The recipient at the time of the message, with a link to the person, team or connection if it still exists. */
function Recipient({ message: { person, team, connection, recipient, channel } }: { message: MessageDetail }) {
  const via = channel !== null && <span className="text-muted">via {channelLabel(channel)}</span>;
  const link = person
    ? { kind: "person", ...person }
    : team
      ? { kind: "team", ...team }
      : connection
        ? { kind: "connection", ...connection }
        : undefined;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      {link ? <ResourceLink kind={link.kind} id={link.id} name={link.name} /> : (recipient ?? "Unknown")}
      {link && recipient !== null && recipient !== link.name && <span className="text-muted">{recipient}</span>}
      {via}
    </span>
  );
}
