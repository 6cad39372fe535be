import { messageOf } from "#console/client/failure.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { StatusMark, type Meaning } from "#console/widgets/StatusMark.tsx";
import { printLatency } from "#lib/time/duration.ts";
import type { RunState } from "./run-now.ts";
import { useRunNow } from "./run-now.ts";

/** The result of running a check at once, until it is closed or the check is run again. */
export function RunNowResult({ id }: { id: string }) {
  const { state, forget } = useRunNow(id);
  const words = wordsOf(state);
  return (
    <div role="status" className={words ? "" : "contents"}>
      {words && (
        <div className="flex items-start gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
          <span className="flex h-8 items-center">
            <StatusMark meaning={words.meaning} />
          </span>
          <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            <span className="font-medium">{words.title}</span> {words.text}
          </p>
          <IconButton icon="x" label="Close the result" onClick={forget} />
        </div>
      )}
    </div>
  );
}

function wordsOf(state: RunState): { meaning: Meaning; title: string; text: string } | undefined {
  if (state.step === "refused")
    return {
      meaning: "warning",
      title: "The check was not run.",
      text: messageOf(state.error, "The server gave no reason."),
    };
  if (state.step !== "ran") return undefined;
  const { result } = state;
  const text = [result.message, result.error].filter(Boolean).join(" ");
  if (result.could_not_check) return { meaning: "unchecked", title: "The target could not be checked.", text };
  const took = ` in ${printLatency(result.duration)}.`;
  return result.pass
    ? { meaning: "healthy", title: `Passed${took}`, text }
    : { meaning: "unhealthy", title: `Failed${took}`, text };
}
