import { useState } from "react";
import { useCommand } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { DiffViewer } from "#console/widgets/diff/DiffViewer.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { approveRun } from "../../../contract.ts";
import { PlanView } from "../../parts/PlanView.tsx";
import { titleOfRun } from "../../runs/run-columns.tsx";
import type { RunDetail } from "../../runs/run-query.ts";
import { printPlan } from "./print-plan.ts";

interface ApproveDialogProps {
  run: RunDetail;
  isOpen: boolean;
  onClose: () => void;
  mayApprove: boolean;
}

/** Shows the plan of a run and asks whether to approve it. The approval applies to the plan that is shown. */
export function ApproveDialog({ run, isOpen, onClose, mayApprove }: ApproveDialogProps) {
  const command = useCommand(approveRun, {
    done: () => "Approved the run",
    otherwise: "Failed to approve playbook run",
    changes: ["playbook_runs", "playbook_approvals"],
  });
  // The plan from when the dialog was opened, because the person has read this version.
  const [read, setRead] = useState({ hash: run.plan_hash, isOpen });
  if (read.isOpen !== isOpen) setRead({ hash: run.plan_hash, isOpen });
  const hasChanged = read.hash !== run.plan_hash;
  const approve = () =>
    command.mutate(
      { params: { run_id: run.id }, body: run.plan_hash === null ? {} : { plan_hash: run.plan_hash } },
      { onSuccess: onClose },
    );
  const title = titleOfRun(run);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="large"
      title={mayApprove ? `Approve Playbook ${title} Run` : `Plan of ${title}`}
      description={mayApprove ? "Are you sure you want to approve this playbook run?" : undefined}
      actions={
        mayApprove && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="primary"
              icon="check"
              isBusy={command.isPending}
              onClick={() => (hasChanged ? setRead({ hash: run.plan_hash, isOpen }) : approve())}
            >
              {command.isPending ? "Approving..." : hasChanged ? "I have read the new plan" : "Approve"}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {hasChanged && (
          <p role="alert" className="flex items-center gap-2">
            <StatusMark meaning="warning" />
            The plan changed while you were reading it. This is the new plan.
          </p>
        )}
        {run.former_plan !== null && (
          <DiffViewer
            title="Difference to the approved plan"
            before={printPlan(run.former_plan)}
            after={printPlan(run.plan ?? [])}
          />
        )}
        <PlanView actions={run.plan ?? []} />
        {run.plan_hash !== null && (
          <p className="text-meta text-muted">
            Plan <code className="font-mono">{run.plan_hash.slice(0, 12)}</code>. If it differs when the run starts, the
            run waits for approval again.
          </p>
        )}
      </div>
    </Dialog>
  );
}
