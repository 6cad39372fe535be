import type { ReactNode } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import type { Tested } from "../contract.ts";
import { failureWords } from "./failure-words.ts";
import type { Testing } from "./use-trial.ts";

interface TestResultsProps {
  testing: Testing;
  /** Whether the connection can send messages. */
  canSend: boolean;
}

const grounds = { running: "bg-sunken", reached: "bg-healthy/10", failed: "bg-unhealthy/10" };

/** The result of a test, shown above the form buttons: a description of the server, or the reason for the failure. */
export function TestResults({ testing, canSend }: TestResultsProps) {
  const { trial, start, stop } = testing;
  if (trial.state === "idle") return null;
  const isRunning = trial.state === "running";
  return (
    <section
      aria-label="Test Connection Results"
      className={`flex max-h-[40dvh] flex-col gap-2 overflow-y-auto border-t border-line px-4 py-3 ${grounds[trial.state]}`}
    >
      <div className="flex items-start gap-3">
        <div role="status" className="min-w-0 flex-1">
          {isRunning && (
            <p className="flex min-h-6 items-center gap-3">
              <Spinner className="text-muted" />
              {trial.sends ? "Sending a test message" : "Connecting"}
            </p>
          )}
          {trial.state === "reached" && <Reached tested={trial.tested} isSent={trial.sends} canSend={canSend} />}
          {trial.state === "failed" && <Failed error={trial.error} durationMs={trial.durationMs} />}
        </div>
        {isRunning ? (
          <Button onClick={stop}>Cancel</Button>
        ) : (
          <IconButton icon="x" label="Close" size="small" onClick={stop} />
        )}
      </div>
      {!isRunning && (trial.isUnsaved || canSend) && (
        <div className="flex flex-wrap items-center gap-2 pl-7">
          {trial.isUnsaved && (
            <p role="note" className="text-muted">
              Tested with the values in the form. Nothing is saved.
            </p>
          )}
          {canSend && (
            <Button icon="bell" className="ml-auto" onClick={() => void start({ sends: true })}>
              Send a test message
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface OutcomeProps {
  isGood: boolean;
  title: string;
  millis: number;
  children?: ReactNode;
}

const Outcome = ({ isGood, title, millis, children }: OutcomeProps) => (
  <div className="flex gap-3">
    <span className="flex h-6 items-center">
      <StatusMark meaning={isGood ? "healthy" : "unhealthy"} size={16} />
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <p className="leading-6 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        <span className="whitespace-nowrap text-muted">
          {" · "}
          <Duration millis={millis} />
        </span>
      </p>
      {children}
    </div>
  </div>
);

const Reached = ({ tested, isSent, canSend }: { tested: Tested; isSent: boolean; canSend: boolean }) => (
  <Outcome isGood title="Connection successful" millis={tested.duration_ms}>
    <p className="wrap-anywhere">{tested.reached}</p>
    {canSend && <p className="text-muted">{isSent ? "A test message was sent." : "No message was sent."}</p>}
  </Outcome>
);

function Failed({ error, durationMs }: { error: unknown; durationMs: number }) {
  const { text, isJson, fix } = failureWords(error);
  return (
    <Outcome isGood={false} title={isJson ? "The server refused the connection" : text} millis={durationMs}>
      {isJson && <CodeBlock code={text} language="json" title="Response of the server" />}
      {fix.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </Outcome>
  );
}
