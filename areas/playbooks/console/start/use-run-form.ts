import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callOptions, useCommand } from "#console/client/call.ts";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { problemsByParameter, isSendable, valuesToSend, type TypedValues } from "../parameters/form-values.ts";
import { planRun, playbookParams, runPlaybook } from "../../contract.ts";
import type { Parameter } from "../../parameter.ts";
import type { ShownSpec } from "../parts/playbooks-query.ts";
import { runPath } from "../parts/paths.ts";
import { neededKind, resourceField, type ChosenResource } from "./needed-resource.ts";

interface RunFormInput {
  id: string;
  /** Undefined while loading. */
  spec: ShownSpec | undefined;
  given: ChosenResource | undefined;
  initial: TypedValues;
  isOpen: boolean;
}

/** A plan may call external systems, so it is requested only after typing pauses. */
const PLAN_DELAY_MS = 1000;

/** The state of the run form: the resource, the parameters, the plan and the start of the run. */
export function useRunForm({ id, spec, given, initial, isOpen }: RunFormInput) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ChosenResource>();
  const [typed, setTyped] = useState<TypedValues>(initial);
  /** The values that other parameters depend on. */
  const [known, setKnown] = useState<TypedValues>(initial);
  const kind = spec && neededKind(spec);
  const resource = given ?? chosen;
  const isWaitingForResource = kind !== undefined && resource === undefined;
  const request = { id, ...resourceField(resource) };
  const canLoad = isOpen && spec !== undefined && !isWaitingForResource;

  const loading = useQuery({
    ...callOptions(playbookParams, { params: { id }, body: { ...request, params: known } }),
    enabled: canLoad,
    placeholderData: keepPreviousData,
    // Defaults that change during typing would replace the text that the person reads.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const parameters = isWaitingForResource ? undefined : (loading.data?.params as readonly Parameter[] | undefined);
  const isValid = parameters !== undefined && isSendable(parameters, typed);
  const values = parameters ? valuesToSend(parameters, typed) : {};
  const key = JSON.stringify([request, values]);
  const settled = useSettled(key, PLAN_DELAY_MS);
  const [, planned = {}] = JSON.parse(settled) as [unknown, Record<string, string>?];
  const isPlanned = canLoad && isValid;
  const plan = useQuery({
    ...callOptions(planRun, { params: { id }, body: { ...request, params: planned } }),
    enabled: isPlanned && settled === key,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

  const isPlanStale = settled !== key || plan.isPlaceholderData;

  const command = useCommand(runPlaybook, { changes: ["playbook_runs", "playbooks"] });
  const run = async () => {
    if (!isValid || command.isPending) return;
    const { run_id: runId } = await command.mutateAsync({ body: { ...request, params: values } });
    await navigate({ to: runPath(runId) });
  };
  return {
    resource,
    chooseResource: (chosenId: string | undefined) =>
      setChosen(kind && chosenId !== undefined ? { kind, id: chosenId } : undefined),
    isWaitingForResource,
    parameters,
    loading,
    typed,
    type: (next: TypedValues) => {
      command.reset();
      setTyped(next);
    },
    depend: setKnown,
    // Some values, such as chosen people, can be checked only by the server.
    problems: problemsByParameter(command.error ?? (isPlanStale ? undefined : plan.error)),
    plan,
    isPlanned,
    isPlanStale,
    isReady: isValid && !command.isPending,
    isRunning: command.isPending,
    // The error is shown as a toast, so it is not rethrown.
    run: () => run().catch(() => {}),
  };
}
