import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import type { WhyAnswer } from "../../why.contract.ts";
import { useShortList } from "./short-list.tsx";

/** The number of changes that are shown at first. */
const SHOWN = 5;

/** The changes from two hours before the transition to five minutes after it. */
export function ChangeList({ answer: { changes, from, to, has_more_changes } }: { answer: WhyAnswer }) {
  const { shown, more } = useShortList(changes, SHOWN);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">Changes before</h3>
      {changes.length === 0 ? (
        <p className="text-muted">
          The causes and their ancestors did not change between <Timestamp at={from} /> and <Timestamp at={to} />.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {shown.map(({ id, config_id, name, change_type, summary, created_at, reason }) => (
            <li key={id} className="min-w-0">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2">
                <ResourceLink kind="config_change" id={id} name={change_type} />
                <span className="text-muted">of</span>
                <ResourceLink kind="config" id={config_id} name={name} />
                <span className="text-muted">
                  <Timestamp at={created_at} />
                </span>
              </div>
              <p className="wrap-anywhere text-muted">
                {summary && <span className="text-text">{summary}. </span>}
                {reason}
              </p>
            </li>
          ))}
        </ul>
      )}
      {more}
      {has_more_changes && <p className="text-muted">There are more changes in this time range than the list shows.</p>}
    </div>
  );
}
