import { useParams } from "@tanstack/react-router";
import { isId } from "#console/resources/resource-client.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { PLAYBOOKS, RUNS } from "../parts/paths.ts";
import { PlanView } from "../parts/PlanView.tsx";
import { titleOfRun } from "../runs/run-columns.tsx";
import type { RunDetail } from "../runs/run-query.ts";
import { ActionPanel } from "./ActionPanel.tsx";
import { ApprovalNotice } from "./approve/ApprovalNotice.tsx";
import { RunActions } from "./RunActions.tsx";
import { RunFacts } from "./RunFacts.tsx";
import { Timeline } from "./Timeline.tsx";
import { firstShown } from "./timeline.ts";
import { useRun } from "./use-run.ts";

const PARENTS = [
  { title: "Playbooks", href: PLAYBOOKS },
  { title: "Runs", href: RUNS },
];
const actionUrl = urlState({ action: text(), line: text() });

/** A run: its details, its actions, and the output and result of the selected action. */
export function RunPage() {
  const { id = "" } = useParams({ strict: false });
  const { query, run, children, actions, entries } = useRun(id);
  const [{ action: chosen }, change] = useUrl(actionUrl);
  if (!isId(id) || run === null)
    return (
      <Page title="Run" parents={PARENTS}>
        <Notice
          title="Run not found"
          action={
            <AddressLink href={RUNS} className="text-link hover:underline">
              Back to all runs
            </AddressLink>
          }
        >
          It may have been deleted, or you do not have permission to see it.
        </Notice>
      </Page>
    );
  const shown = actions?.find((action) => action.id === chosen)?.id ?? (entries && firstShown(entries));
  const action = actions?.find((each) => each.id === shown);
  const owner = action && [run, ...children].find((each) => each?.id === action.playbook_run_id);
  return (
    <Page
      title={run ? titleOfRun(run) : "Run"}
      // On a phone the buttons leave no space for the title.
      hasTitleBelow={run !== undefined}
      parents={PARENTS}
      refresh={query}
      actions={run && <RunActions run={run} />}
    >
      {!run || !entries ? (
        <DetailSkeleton label="Run" />
      ) : (
        <div className="flex flex-col shell:h-full shell:min-h-0">
          <div className="shrink-0 border-b border-line p-4">
            <p aria-hidden className="mb-2 text-title font-semibold wrap-anywhere shell:hidden">
              {titleOfRun(run)}
            </p>
            <RunFacts run={run} actions={actions ?? []} />
          </div>
          {run.status === "pending_approval" && <ApprovalNotice run={run} />}
          <div className="min-h-0 flex-1 shell:grid shell:grid-cols-[18rem_minmax(0,1fr)]">
            <Timeline
              entries={entries}
              chosen={shown}
              choose={(next) => void change({ action: next, line: undefined })}
            />
            <div className="min-w-0 border-line max-shell:h-[80dvh] max-shell:border-t shell:min-h-96 shell:border-l">
              {action && owner ? (
                <ActionPanel
                  key={action.id}
                  run={owner}
                  action={action}
                  attempts={attemptsOf(entries, action.id)}
                  choose={(next) => void change({ action: next, line: undefined })}
                />
              ) : (
                <PendingPlan run={run} />
              )}
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}

/** The plan, which is shown to approvers until the first action starts. */
const PendingPlan = ({ run: { plan } }: { run: RunDetail }) =>
  plan ? (
    <section aria-label="Plan" className="flex h-full flex-col gap-2 overflow-y-auto p-4">
      <h2 className="text-title font-semibold">Plan</h2>
      <PlanView actions={plan} />
    </section>
  ) : (
    <p className="p-4 text-muted">No action has started yet.</p>
  );

function attemptsOf(entries: Parameters<typeof firstShown>[0], id: string) {
  const entry = entries.find((each) => each.type === "action" && each.attempts.some((attempt) => attempt.id === id));
  return entry?.type === "action" ? entry.attempts : [];
}
