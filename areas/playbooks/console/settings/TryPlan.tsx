import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { ShownSpec } from "../list/playbooks-query.ts";
import { ParameterForm } from "../parameters/ParameterForm.tsx";
import { PlanView } from "../parts/PlanView.tsx";
import { neededKind } from "../start/needed-resource.ts";
import { ResourceChoice } from "../start/ResourceChoice.tsx";
import { useRunForm } from "../start/use-run-form.ts";

interface TryPlanProps {
  id: string;
  /** The saved spec, which the server plans. */
  spec: ShownSpec | null | undefined;
  isSaved: boolean;
}

const NO_VALUES = {};

/** Tries a playbook with a chosen resource: shows the plan, and starts nothing. */
export function TryPlan({ id, spec, isSaved }: TryPlanProps) {
  const [isOpen, setOpen] = useState(false);
  const mayRun = useActor().can("playbook:run", "playbooks");
  if (!mayRun) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon="flask-conical" onClick={() => setOpen(true)}>
        Try
      </Button>
      <span className="text-muted">
        {isSaved
          ? "Shows what each action would do, and starts nothing."
          : "Save the playbook to try the changes. The plan uses the saved one."}
      </span>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Try the playbook" size="large">
        {isOpen && <Trial id={id} spec={spec ?? {}} />}
      </Dialog>
    </div>
  );
}

function Trial({ id, spec }: { id: string; spec: ShownSpec }) {
  const form = useRunForm({ id, spec, given: undefined, initial: NO_VALUES, isOpen: true });
  const kind = neededKind(spec);
  const failed = [form.loading, form.plan].find(({ isError, data }) => isError && data === undefined);
  return (
    <div className="flex flex-col gap-5">
      {kind && (
        <ResourceChoice
          kind={kind}
          spec={spec}
          given={undefined}
          value={form.resource?.id}
          onChange={form.chooseResource}
        />
      )}
      {form.isWaitingForResource && <p className="text-muted">Please select a resource to see the parameters.</p>}
      {form.parameters && form.parameters.length > 0 && (
        <ParameterForm
          parameters={form.parameters}
          typed={form.typed}
          onChange={form.type}
          onDependency={form.depend}
        />
      )}
      {failed ? (
        <ErrorPage error={failed.error} retry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      ) : form.plan.data ? (
        <PlanView actions={form.plan.data.actions} />
      ) : (
        form.isPlanned && <FormSkeleton label="Plan" />
      )}
    </div>
  );
}
