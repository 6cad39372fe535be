import { useActor } from "#console/access/access.ts";
import { usePageAction } from "#console/palette/page-actions.ts";
import { useRefusedProblems } from "#console/resources/dry-run/use-dry-run.ts";
import { JobErrors } from "#console/resources/JobErrors.tsx";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { Preview } from "./Preview.tsx";
import { usePreview } from "./use-preview.ts";
import { useRunTopology } from "./use-run-topology.ts";

/** The editor of a topology's spec, as a form or as code, with its last errors and a preview of the tree. */
export function TopologySpec({ id, draft, ...edited }: SpecEditorProps) {
  const { problems, refused } = useRefusedProblems(edited);
  const { trial, isStale, start, stop } = usePreview(id, draft, refused);
  const mayRun = useActor().can("write", "topologies");
  const { run, isRunning } = useRunTopology();
  usePageAction(
    mayRun && id !== undefined ? { label: "Run now: this topology", icon: "play", run: () => run(id) } : undefined,
  );
  return (
    <>
      {id !== undefined && <JobErrors view="topologies_with_status" id={id} />}
      {mayRun && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Button icon="eye" isBusy={trial.state === "running"} onClick={() => void start()}>
              Preview
            </Button>
            {id !== undefined && (
              <Button icon="play" isBusy={isRunning} onClick={() => run(id)}>
                Run now
              </Button>
            )}
            <span className="text-muted">
              {id !== undefined && edited.value !== edited.saved
                ? "The preview uses the edited spec; Run now uses the saved one."
                : "The preview shows the tree that a run would save, without saving it."}
            </span>
          </div>
          <Preview trial={trial} isStale={isStale} onCancel={stop} />
        </>
      )}
      <FormOrCode label="Spec" {...edited} problems={problems} />
    </>
  );
}
