import { useQuery } from "@tanstack/react-query";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { FactList } from "#console/widgets/FactList.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { Json } from "#language/columns.ts";
import { isFinalRun } from "../../model.ts";
import { causeWords } from "../parts/status-words.ts";
import { playbookPath, runPath } from "../parts/paths.ts";
import { Remark, Status } from "../parts/Status.tsx";
import { resourceOfRun, titleOfRun } from "../runs/run-columns.tsx";
import { resourceLabels } from "../start/needed-resource.ts";
import { modelUsage } from "./model-usage.ts";
import { isOutput } from "./result/result-tabs.ts";
import { personName, type ActionRow, type RunDetail } from "../runs/run-query.ts";

/** The facts about a run. */
export function RunFacts({ run, actions }: { run: RunDetail; actions: readonly ActionRow[] }) {
  const resource = resourceOfRun(run);
  const files = actions.flatMap(({ artifacts }) => artifacts.filter((artifact) => !isOutput(artifact))).length;
  const { start_time: start, end_time: end, scheduled_time: scheduled, parent_id: parent } = run;
  return (
    <>
      <FactList
        facts={[
          [
            "Playbook",
            <AddressLink key="playbook" href={playbookPath(run.playbook_id)} className="text-link hover:underline">
              {titleOfRun(run)}
            </AddressLink>,
          ],
          ["Status", <Status key="status" status={run.status} />],
          ["Requested", run.status === "pending_approval" && <Age key="requested" since={run.created_at} />],
          ["Started", start && <Age key="started" since={start} />],
          ["Scheduled", startsLater(run) && <Timestamp key="scheduled" at={scheduled} format="timestamp" />],
          ["Duration", start && end && <Age key="duration" since={start} to={end} />],
          ["Queued", start && <Age key="queued" since={run.created_at} to={start} />],
          [
            resource ? resourceLabels[resource.kind as keyof typeof resourceLabels] : "Resource",
            resource && <ResourceLink key="resource" kind={resource.kind} id={resource.id} name={resource.name} />,
          ],
          ["Triggered By", <Starter key="starter" run={run} />],
          ["Artifacts", files > 0 && String(files)],
          ["AI Usage", modelUsage(actions)],
          [
            "Parent Run",
            parent && (
              <AddressLink key="parent" href={runPath(parent)} className="text-link hover:underline">
                Open the parent run
              </AddressLink>
            ),
          ],
          ["Cancelled By", run.cancelled_by && <Person key="cancelled" id={run.cancelled_by} />],
        ]}
      />
      {isOpenDelivery(run.request) && (
        <div className="mt-3">
          <Remark meaning="warning">Started by a webhook that is open to everybody: it has no authentication.</Remark>
        </div>
      )}
      {run.error !== null && (
        <p
          role="alert"
          className="mt-3 rounded-md bg-unhealthy-soft px-3 py-2 whitespace-pre-wrap wrap-anywhere text-unhealthy-text"
        >
          {run.error}
        </p>
      )}
    </>
  );
}

const isOpenDelivery = (request: Json | null) =>
  typeof request === "object" && request !== null && (request as { is_open?: Json }).is_open === true;

const Person = ({ id }: { id: string }) => useQuery(personName(id)).data ?? "A deleted person";

/** Whether the start is still to come: a delay, a retry, or a start that is scheduled for later. */
const startsLater = ({ status, scheduled_time: at }: RunDetail) => !isFinalRun(status) && Date.parse(at) > Date.now();

function Starter({ run: { cause, created_by: person, notification_send_id: message } }: { run: RunDetail }) {
  if (cause === "notification" && message !== null)
    return (
      <AddressLink href={`/notifications?id=${message}`} className="text-link hover:underline">
        Notification
      </AddressLink>
    );
  return cause === "person" && person ? <PersonName person={person} /> : causeWords[cause];
}
