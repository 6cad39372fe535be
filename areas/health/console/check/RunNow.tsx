import { usePageAction } from "#console/palette/page-actions.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { CheckDetail } from "./check-query.ts";
import { useRunNow } from "./run-now.ts";

/** A button that runs the check at once. RunNowResult shows the result. */
export function RunNow({ check }: { check: CheckDetail }) {
  const { state, start } = useRunNow(check.id);
  const isRunning = state.step === "running";
  const run = () => void start();
  usePageAction({ label: `Run now: ${check.name}`, icon: "play", run });
  return (
    <Button look="primary" icon="play" isBusy={isRunning} onClick={run}>
      {isRunning ? "Running" : "Run Now"}
    </Button>
  );
}
