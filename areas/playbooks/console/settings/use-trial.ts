import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callOptions } from "#console/client/call.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { useSettled } from "#console/widgets/form/use-settled.ts";
import { tryPlaybook } from "../../contract.ts";
import type { Parameter } from "../../parameter.ts";
import type { TypedValues } from "../parameters/form-values.ts";
import { neededKind, resourceField, type ChosenResource } from "../start/needed-resource.ts";

/** A plan may call external systems, so it is requested only after typing pauses. */
const DELAY_MS = 1000;

export interface TriedPlaybook extends Pick<Draft, "name" | "namespace" | "spec"> {
  /** Undefined for a new playbook. */
  id: string | undefined;
}

/** The dry run of a playbook that may be unsaved: its resource, its parameters and its plan. */
export function useTrial({ id, name, namespace, spec }: TriedPlaybook) {
  const [resource, setResource] = useState<ChosenResource>();
  const [typed, setTyped] = useState<TypedValues>({});
  const kind = neededKind(spec ?? {});
  const isWaiting = kind !== undefined && resource === undefined;
  const body = {
    ...(id !== undefined && { id }),
    ...(name && { name }),
    ...(namespace && { namespace }),
    spec: (spec ?? {}) as Record<string, unknown>,
    ...resourceField(resource),
    params: typed,
  };
  const key = JSON.stringify(body);
  const settled = useSettled(key, DELAY_MS);
  const trial = useQuery({
    ...callOptions(tryPlaybook, { body: JSON.parse(settled) as typeof body }),
    enabled: !isWaiting,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 0,
  });
  const parameters = isWaiting ? undefined : (trial.data?.params as readonly Parameter[] | undefined);
  return {
    kind,
    resource,
    chooseResource: (chosen: string | undefined) =>
      setResource(kind && chosen !== undefined ? { kind, id: chosen } : undefined),
    isWaiting,
    parameters,
    typed,
    type: setTyped,
    trial,
    isStale: settled !== key || trial.isFetching,
  };
}
