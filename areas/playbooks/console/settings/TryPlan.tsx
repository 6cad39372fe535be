import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { ShownSpec } from "../parts/playbooks-query.ts";
import { ParameterForm } from "../parameters/ParameterForm.tsx";
import { PlanView } from "../parts/PlanView.tsx";
import { ApprovalHint } from "../start/ApprovalHint.tsx";
import { ResourceChoice } from "../start/ResourceChoice.tsx";
import { type TriedPlaybook, useTrial } from "./use-trial.ts";

/** Tries out a playbook during editing with a chosen resource: shows the plan without starting a run. */
export function TryPlan(tried: TriedPlaybook) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon="flask-conical" onClick={() => setOpen(true)}>
        Try
      </Button>
      <span className="text-muted">Shows what each action would do, and starts nothing.</span>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Try Playbook" size="large">
        {isOpen && <Trial {...tried} />}
      </Dialog>
    </div>
  );
}

function Trial(tried: TriedPlaybook) {
  const { kind, resource, chooseResource, isWaiting, parameters = [], typed, type, trial, isStale } = useTrial(tried);
  const spec = (tried.spec ?? {}) as ShownSpec;
  const problems = trial.data?.problems ?? [];
  return (
    <div className="flex flex-col gap-5">
      {kind && (
        <ResourceChoice kind={kind} spec={spec} given={undefined} value={resource?.id} onChange={chooseResource} />
      )}
      {isWaiting && <p className="text-muted">Please select a resource to see the parameters.</p>}
      {parameters.length > 0 && <ParameterForm parameters={parameters} typed={typed} onChange={type} />}
      {!isWaiting && <ApprovalHint spec={spec} />}
      {trial.isError ? (
        <ErrorPage error={trial.error} retry={() => void trial.refetch()} isRetrying={trial.isFetching} />
      ) : trial.data ? (
        <section aria-label="Plan" aria-busy={isStale} className="flex flex-col gap-2">
          <h3 className="font-medium">Plan</h3>
          <div className={isStale ? "opacity-55" : ""}>
            {problems.length === 0 ? (
              <PlanView actions={trial.data.actions} />
            ) : (
              <ul className="text-muted">
                {problems.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </div>
        </section>
      ) : (
        !isWaiting && <FormSkeleton label="Plan" />
      )}
    </div>
  );
}
