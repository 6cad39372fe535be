import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { useCommand } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { rerun } from "../../contract.ts";
import { PlanView } from "../parts/PlanView.tsx";
import { runPath } from "../parts/paths.ts";
import { repeated, resourceIn } from "../start/needed-resource.ts";
import { RunDialog } from "../start/RunDialog.tsx";
import type { RunDetail } from "../runs/run-query.ts";
import { CancelRun } from "./approve/CancelRun.tsx";

type Opened = "spec" | "parameters" | "request" | "plan" | "rerun";

/** The buttons to cancel and rerun, and the values the run was started with. */
export function RunActions({ run }: { run: RunDetail }) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const actor = useActor();
  const mayRun = actor.can("playbook:run", "playbooks");
  const navigate = useNavigate();
  const again = useCommand(rerun, { changes: ["playbook_runs"] });
  const repeat = () =>
    again.mutate({ params: { run_id: run.id } }, { onSuccess: ({ run_id: id }) => void navigate({ to: runPath(id) }) });
  return (
    <>
      {/* While a run waits for approval, the button is next to Approve. */}
      {run.status !== "pending_approval" && <CancelRun run={run} label="Cancel" />}
      {mayRun && (
        <Button icon="repeat" isBusy={again.isPending} onClick={() => setOpened("rerun")}>
          Rerun
        </Button>
      )}
      <Menu
        label="More about this run"
        align="end"
        items={[
          { type: "action", label: "Spec", icon: "braces", run: () => setOpened("spec") },
          { type: "action", label: "Parameters", icon: "sliders-horizontal", run: () => setOpened("parameters") },
          ...(run.plan
            ? [{ type: "action" as const, label: "Plan", icon: "list-ordered" as const, run: () => setOpened("plan") }]
            : []),
          ...(run.request
            ? [{ type: "action" as const, label: "Request", icon: "inbox" as const, run: () => setOpened("request") }]
            : []),
          ...(mayRun
            ? [{ type: "action" as const, label: "Rerun unchanged", icon: "repeat" as const, run: repeat }]
            : []),
        ]}
        className="inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text aria-expanded:bg-hover"
      >
        <Icon name="ellipsis" />
      </Menu>
      <Documents run={run} opened={opened} close={close} />
      <RunDialog
        playbookId={opened === "rerun" ? run.playbook_id : undefined}
        resource={resourceIn(run)}
        initial={repeated(run.parameters)}
        onClose={close}
      />
    </>
  );
}

function Documents({ run, opened, close }: { run: RunDetail; opened: Opened | undefined; close: () => void }) {
  const hasParameters = Object.keys((run.parameters as object | null) ?? {}).length > 0;
  return (
    <>
      <Dialog isOpen={opened === "spec"} onClose={close} title="Run details" size="large">
        <DataViewer title="Spec" value={run.spec} />
      </Dialog>
      <Dialog isOpen={opened === "parameters"} onClose={close} title="Run parameters">
        {hasParameters ? (
          <DataViewer title="Parameters" value={run.parameters} />
        ) : (
          <p className="text-muted">(none)</p>
        )}
      </Dialog>
      <Dialog isOpen={opened === "request"} onClose={close} title="Request" size="large">
        <DataViewer title="Request" value={run.request} />
      </Dialog>
      <Dialog isOpen={opened === "plan"} onClose={close} title="Plan" size="large">
        <PlanView actions={run.plan ?? []} />
      </Dialog>
    </>
  );
}
