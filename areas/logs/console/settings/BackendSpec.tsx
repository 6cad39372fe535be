import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { RefusedRun } from "#console/resources/dry-run/RefusedRun.tsx";
import { useDryRun, useRefusedProblems } from "#console/resources/dry-run/use-dry-run.ts";
import type { SpecEditorProps } from "#console/resources/settings-resource.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { isSameJson } from "#lib/json/json.ts";
import { testBackend } from "../../contract.ts";
import { logsHref } from "../logs-href.ts";
import { type TestedSystem, TestResult } from "./TestResult.tsx";

/** Longer than the time limit of the server, which returns an error message. */
const MAX_MS = 45_000;

/** The editor of a log backend's spec, as a form or as code, with a test of its systems. */
export function BackendSpec({ id, draft: _draft, ...edited }: SpecEditorProps) {
  const { problems, refused } = useRefusedProblems(edited);
  const mayWrite = useActor().can("write", "logging_backends");
  const spec = (edited.value ?? {}) as Record<string, unknown>;
  const isUnsaved = id === undefined || !isSameJson(edited.value, edited.saved);
  const [tested, setTested] = useState<unknown>();
  const { trial, start, stop } = useDryRun<readonly TestedSystem[], never>(async ({ signal }) => {
    const body = { ...(id !== undefined && { id }), ...(isUnsaved && { spec }) };
    return (await ask(testBackend, { body }, { signal, timeoutMs: MAX_MS })).payload;
  }, refused);
  return (
    <>
      {mayWrite && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              icon="plug"
              isBusy={trial.state === "running"}
              onClick={() => {
                setTested(edited.value);
                void start();
              }}
            >
              Test
            </Button>
            {id !== undefined && (
              <Link
                to={logsHref({ backend: id })}
                className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
              >
                <Icon name="logs" size={14} />
                Open logs
              </Link>
            )}
            <span className="text-muted">
              {isUnsaved ? "The test uses the values below and saves nothing." : "The test connects to each system."}
            </span>
          </div>
          <div role="status" className={trial.state === "idle" ? "hidden" : ""}>
            {trial.state === "running" && (
              <p className="flex items-center gap-3">
                <Spinner className="text-muted" /> Connecting
                <Button look="quiet" onClick={stop}>
                  Cancel
                </Button>
              </p>
            )}
            {trial.state === "refused" && <RefusedRun title="The backend cannot be tested." error={trial.error} />}
            {trial.state === "done" && <TestResult systems={trial.found} isStale={tested !== edited.value} />}
          </div>
        </>
      )}
      <FormOrCode label="Spec" {...edited} problems={problems} />
    </>
  );
}
