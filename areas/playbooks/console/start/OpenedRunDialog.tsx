import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import type { DialogSize } from "#console/widgets/dialog/DialogFrame.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { editorSizes, textProperty, type Parameter } from "../../parameter.ts";
import { onePlaybook, titleOfPlaybook } from "../parts/playbooks-query.ts";
import { ParameterForm } from "../parameters/ParameterForm.tsx";
import { PlanView } from "../parts/PlanView.tsx";
import { ApprovalHint } from "./ApprovalHint.tsx";
import { neededKind, type ChosenResource } from "./needed-resource.ts";
import { ResourceChoice } from "./ResourceChoice.tsx";
import { useRunForm } from "./use-run-form.ts";

export interface OpenedRunDialogProps {
  id: string;
  isOpen: boolean;
  /** The resource, if the page sets it. */
  given: ChosenResource | undefined;
  initial: Readonly<Record<string, string>>;
  onClose: () => void;
}

/** The run form: the resource, the parameters, the approvers, the plan, and the start button. */
export function OpenedRunDialog({ id, isOpen, given, initial, onClose }: OpenedRunDialogProps) {
  const found = useQuery({ ...onePlaybook(id), enabled: isOpen });
  const playbook = found.data;
  const form = useRunForm({ id, spec: playbook?.spec, given, initial, isOpen });
  const kind = playbook && (given?.kind ?? neededKind(playbook.spec));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={playbook ? titleOfPlaybook(playbook) : "Run a playbook"}
      description={playbook?.description ?? playbook?.spec.description}
      size={dialogSize(form.parameters ?? [])}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            icon="play"
            isBusy={form.isRunning}
            disabled={!form.isReady}
            onClick={() => void form.run()}
          >
            {form.isRunning ? "Running..." : "Run"}
          </Button>
        </>
      }
    >
      {found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : playbook === null ? (
        <p className="text-muted">There is no such playbook. It may have been deleted.</p>
      ) : !playbook ? (
        <FormSkeleton label="Parameters" />
      ) : (
        <div className="flex flex-col gap-5">
          {kind && (
            <ResourceChoice
              kind={kind}
              spec={playbook.spec}
              given={given}
              value={form.resource?.id}
              onChange={form.chooseResource}
            />
          )}
          <Parameters form={form} />
          <ApprovalHint spec={playbook.spec} />
          <Plan form={form} />
        </div>
      )}
    </Dialog>
  );
}

type Form = ReturnType<typeof useRunForm>;

function Parameters({ form }: { form: Form }) {
  const { parameters, loading } = form;
  if (form.isWaitingForResource) return <p className="text-muted">Please select a resource to see the parameters.</p>;
  if (!parameters)
    return loading.isError ? (
      <ErrorPage error={loading.error} retry={() => void loading.refetch()} isRetrying={loading.isFetching} />
    ) : (
      <FormSkeleton label="Parameters" />
    );
  if (parameters.length === 0) return <p className="text-muted">No parameters for this playbook.</p>;
  return (
    <section aria-label="Parameters">
      <ParameterForm
        parameters={parameters}
        typed={form.typed}
        onChange={form.type}
        onDependency={form.depend}
        problems={form.problems}
      />
    </section>
  );
}

function Plan({ form: { parameters, plan, isPlanned, isPlanStale } }: { form: Form }) {
  if (!parameters) return null;
  if (!isPlanned) return <p className="text-muted">The plan is shown once all parameters are valid.</p>;
  return (
    <section aria-label="Plan" aria-busy={plan.isFetching} className="flex flex-col gap-2">
      <h3 className="font-medium">Plan</h3>
      {plan.data ? (
        <div className={isPlanStale ? "opacity-55" : ""}>
          <PlanView actions={plan.data.actions} />
        </div>
      ) : plan.isError ? (
        <ErrorPage error={plan.error} retry={() => void plan.refetch()} isRetrying={plan.isFetching} />
      ) : (
        <FormSkeleton label="Plan" />
      )}
    </section>
  );
}

const sizes: readonly DialogSize[] = ["very-small", "small", "medium", "large", "full"];

/** The dialog has at least medium size; a code editor can make it wider. */
export function dialogSize(parameters: readonly Parameter[]): DialogSize {
  const wanted = parameters
    .filter(({ type }) => type === "code")
    .map((parameter) => editorSizes.find((size) => size === textProperty(parameter, "size")) ?? "small");
  return sizes[Math.max(sizes.indexOf("medium"), ...wanted.map((size) => sizes.indexOf(size)))] ?? "medium";
}
