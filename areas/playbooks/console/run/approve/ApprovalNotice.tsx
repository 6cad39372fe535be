import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { Button } from "#console/widgets/Button.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { myTeams, waitsFor } from "../../bell/waiting-approvals.ts";
import { approvalWords, approversOf, isApprover } from "../../parts/approval-words.ts";
import type { RunDetail } from "../../runs/run-query.ts";
import { CancelRun } from "./CancelRun.tsx";
import { ApproveDialog } from "./ApproveDialog.tsx";

/** Shows that the run waits for approval, and lets an approver review and approve its plan. */
export function ApprovalNotice({ run }: { run: RunDetail }) {
  const [isOpen, setOpen] = useState(false);
  const actor = useActor();
  const teams = useQuery(myTeams(actor.user.id)).data ?? [];
  const person = { id: actor.user.id, email: actor.user.email, teams };
  const { approval } = run.spec;
  const isListed = actor.can("playbook:approve", "playbooks") && isApprover({ approval }, person);
  const mayApprove = isListed && waitsFor({ approval, playbook_approvals: run.playbook_approvals }, person);
  usePageAction(mayApprove ? { label: "Approve this run", icon: "check", run: () => setOpen(true) } : undefined);
  return (
    <div role="status" className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line bg-sunken px-4 py-2">
      <StatusMark meaning="warning" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {run.former_plan !== null && "The plan has changed since it was approved, so the approvals are void. "}
        {isListed && !mayApprove && "You have approved this run. "}
        {mayApprove && approversOf(run.spec).length === 1
          ? "The run waits for your approval."
          : (approvalWords(run.spec) ?? "The run waits for approval.")}
      </span>
      <span className="flex shrink-0 items-center gap-2 max-shell:w-full max-shell:*:flex-1">
        <CancelRun run={run} label="Cancel run" />
        <Button
          look={mayApprove ? "primary" : "plain"}
          icon={mayApprove ? "check" : "eye"}
          onClick={() => setOpen(true)}
        >
          {mayApprove ? "Approve" : "Show the plan"}
        </Button>
      </span>
      <ApproveDialog run={run} isOpen={isOpen} onClose={() => setOpen(false)} mayApprove={mayApprove} />
    </div>
  );
}
