import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { refreshed } from "#console/client/query.ts";
import { named, NO_PROBLEMS, placesOf } from "#console/resources/problem-places.ts";
import { createResource } from "#console/resources/resource-client.ts";
import { useSavedPath } from "#console/resources/saved-path.ts";
import { Button } from "#console/widgets/Button.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { TopologyProposal } from "../../building.contract.ts";
import { Preview } from "./Preview.tsx";
import { topologies } from "./topologies.ts";
import { usePreview } from "./use-preview.ts";

/** One proposal: its name, a preview of its tree, and the button that creates it as an ordinary topology. */
export function BuildProposal({ proposal }: { proposal: TopologyProposal }) {
  const [name, setName] = useState<string | undefined>(proposal.name);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const savedPath = useSavedPath(topologies);
  // The name of the topology is not part of the tree, so editing it does not require a new preview.
  const { trial, start, stop } = usePreview(undefined, {
    name: proposal.name,
    namespace: topologies.namespace,
    labels: undefined,
    spec: proposal.spec,
  });
  const preview = useEffectEvent(() => void start());
  useEffect(() => preview(), []);
  const trimmed = name?.trim() ?? "";

  const create = async () => {
    if (trimmed === "") return;
    setBusy(true);
    try {
      const row = { name: trimmed, namespace: topologies.namespace, spec: proposal.spec };
      await createResource(topologies, row);
      toast.success("Topology added successfully");
      await navigate({ to: savedPath });
      await refreshed(cache, topologies);
    } catch (cause) {
      const error = named(cause, { kind: topologies.name, name: trimmed });
      setProblems(placesOf(error));
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <TextField
            label="Name"
            value={name}
            onChange={(next) => {
              setProblems(NO_PROBLEMS);
              setName(next);
            }}
            isRequired
            error={trimmed === "" ? "This field is required" : problems.columns["name"]}
          />
        </div>
        <Button type="submit" look="primary" icon="plus" isBusy={isBusy}>
          Create
        </Button>
      </div>
      <p className="text-muted">
        Creates an ordinary topology, which you can edit afterwards. Its first run starts immediately.
      </p>
      <Preview trial={trial} onCancel={stop} />
      {(trial.state === "idle" || trial.state === "refused") && (
        <div>
          <Button icon="eye" onClick={() => void start()}>
            Preview
          </Button>
        </div>
      )}
      <DataViewer value={proposal.spec} title="Spec" className="max-h-80" />
    </form>
  );
}
