import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { printLatency } from "#lib/time/duration.ts";
import { Problem } from "#language/problem.ts";
import { partsOf } from "../check/run-parts.ts";
import { RunParts } from "../check/RunParts.tsx";
import type { CheckTried } from "../../contract.ts";
import type { Trial } from "./use-try.ts";

interface TryResultProps {
  trial: Trial;
  close: () => void;
}

/** The result of trying out a check. The result is not stored. */
export function TryResult({ trial, close }: TryResultProps) {
  if (trial.state === "idle") return <div role="status" className="contents" />;
  return (
    <div role="status" className="border-t border-line bg-sunken px-4 py-3">
      {trial.state === "running" ? (
        <p className="flex items-center gap-3">
          <Spinner className="text-muted" />
          Running the check once
        </p>
      ) : (
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            {trial.state === "refused" ? <Refused error={trial.error} /> : <Done tried={trial.tried} />}
          </div>
          <IconButton icon="x" size="small" label="Close the result" onClick={close} />
        </div>
      )}
    </div>
  );
}

const Line = ({ meaning, title, text }: { meaning: Meaning; title: string; text: string }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={meaning} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
      <span className="font-medium">{title}</span> {text}
    </span>
  </p>
);

function Refused({ error }: { error: unknown }) {
  const more = error instanceof Problem ? [error.details, error.hint].filter(Boolean).join(" ") : "";
  const text = [messageOf(error, "The server gave no reason."), more].filter(Boolean).join(" ");
  return <Line meaning="warning" title="The check was not run." text={text} />;
}

function Done({ tried }: { tried: CheckTried }) {
  const timeZone = useTimeZone();
  const text = [tried.message, tried.error].filter(Boolean).join("\n");
  const parts = partsOf(
    {
      time: tried.start,
      status: tried.pass,
      duration: Math.round(tried.duration),
      message: null,
      error: null,
      details: tried.detail,
      invalid: tried.invalid,
      could_not_check: tried.could_not_check,
      in_maintenance: false,
      metrics: tried.metrics,
    },
    timeZone,
  ).filter(({ id }) => id !== "run");
  return (
    <div className="flex flex-col gap-3">
      <Line {...verdictOf(tried)} text={text} />
      <Created tried={tried} />
      {parts.length > 0 && (
        <details className="group">
          <summary className="w-max cursor-pointer rounded-sm text-link">Details of the run</summary>
          <div className="mt-3">
            <RunParts parts={parts} />
          </div>
        </details>
      )}
      <details>
        <summary className="w-max cursor-pointer rounded-sm text-link">Expression variables</summary>
        <DataViewer value={tried.data} title="Expression variables" className="mt-3 max-h-96" />
      </details>
    </div>
  );
}

/** The checks and canaries that the check's transform created. */
function Created({
  tried: { made_checks: checks, made_checks_total: total, made_canaries: canaries },
}: {
  tried: CheckTried;
}) {
  if (total + canaries.length === 0) return null;
  return (
    <ul aria-label="Created by the transform" className="flex flex-col gap-1">
      {checks.map(({ name, pass, message, error }, index) => (
        <li key={`${name} ${index}`}>
          <Line meaning={pass ? "healthy" : "unhealthy"} title={name} text={message || error} />
        </li>
      ))}
      {total > checks.length && (
        <li className="text-muted">and {(total - checks.length).toLocaleString("en")} more checks</li>
      )}
      {canaries.map((name) => (
        <li key={name}>
          <Line meaning="unknown" title={name} text="A canary" />
        </li>
      ))}
    </ul>
  );
}

function verdictOf({ pass, invalid, could_not_check: isUnknown, duration }: CheckTried): {
  meaning: Meaning;
  title: string;
} {
  if (isUnknown) return { meaning: "unchecked", title: "The target could not be checked." };
  if (invalid) return { meaning: "warning", title: "The check is invalid." };
  return pass
    ? { meaning: "healthy", title: `Passed in ${printLatency(duration)}.` }
    : { meaning: "unhealthy", title: `Failed after ${printLatency(duration)}.` };
}
