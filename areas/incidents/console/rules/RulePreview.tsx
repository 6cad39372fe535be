import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { useDryRun } from "#console/resources/dry-run/use-dry-run.ts";
import { RefusedRun } from "#console/resources/dry-run/RefusedRun.tsx";
import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { SeverityBadge } from "#console/widgets/badge/Badges.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { isSameJson } from "#lib/json/json.ts";
import { countOf } from "#lib/text/words.ts";
import { previewRule, type RulePreview as Preview } from "../../contract/automation.ts";
import "#console/widgets/page-icons.ts";

const DAYS = 30;
const SHOWN = 10;

/** The incidents that the edited rule would have opened in the last 30 days; computed on request. */
export function RulePreview({ spec }: { spec: unknown }) {
  const [shown, setShown] = useState<unknown>();
  const { trial, start } = useDryRun<Preview, never>(({ signal }) =>
    ask(previewRule, { body: { spec: (spec ?? {}) as Record<string, unknown>, days: DAYS } }, { signal }),
  );
  const run = () => {
    setShown(spec);
    void start();
  };
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-medium">Preview</h2>
          <p className="text-muted">The incidents that this rule would have opened in the last {DAYS} days.</p>
        </div>
        <Button icon="flask-conical" isBusy={trial.state === "running"} onClick={run}>
          Show preview
        </Button>
      </div>
      {trial.state === "refused" && <RefusedRun title="The rule cannot be previewed." error={trial.error} />}
      {trial.state === "done" && <Result found={trial.found} isStale={!isSameJson(shown, spec)} />}
    </section>
  );
}

function Result({ found, isStale }: { found: Preview; isStale: boolean }) {
  const [areAllShown, setAllShown] = useState(false);
  const { opened, skipped, isCut } = found;
  const listed = areAllShown ? opened : opened.slice(0, SHOWN);
  return (
    <div role="status" className="flex min-w-0 flex-col gap-2">
      {isStale && (
        <p className="flex items-center gap-2 text-muted">
          <StatusMark meaning="unknown" />
          The rule was edited after this preview.
        </p>
      )}
      <p>
        {opened.length === 0
          ? "The rule would not have opened an incident."
          : `The rule would have opened ${countOf(opened.length, "incident", "incidents")}${isCut ? " or more" : ""}.`}
        {skipped > 0 &&
          ` It would have skipped ${countOf(skipped, "failure", "failures")} that were too short or outside of its hours.`}
      </p>
      {listed.length > 0 && (
        <ol aria-label="Incidents of the preview" className="flex min-w-0 flex-col">
          {listed.map((incident, index) => (
            <Line key={`${incident.at} ${index}`} incident={incident} />
          ))}
        </ol>
      )}
      {opened.length > SHOWN && (
        <span>
          <Button look="quiet" onClick={() => setAllShown(!areAllShown)}>
            {areAllShown ? "Show less" : `Show ${(opened.length - SHOWN).toLocaleString("en")} more`}
          </Button>
        </span>
      )}
    </div>
  );
}

const Line = ({ incident: { at, title, severity, resources, joined } }: { incident: Preview["opened"][number] }) => (
  <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
    <span className="w-20 shrink-0 text-muted">
      <Age since={at} />
    </span>
    <span className="min-w-0 flex-1 basis-48 truncate font-medium" title={title}>
      {title}
    </span>
    <SeverityBadge severity={severity} />
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted">
      {resources.slice(0, 3).map(({ kind, id, name }) => (
        <ResourceLink key={id} kind={kind} id={id} name={name} />
      ))}
      {joined > 0 && <span>and {countOf(joined, "more that joined", "more that joined")}</span>}
    </span>
  </li>
);
