import { Button } from "#console/widgets/Button.tsx";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Spinner } from "#console/widgets/Spinner.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import type { Tested } from "../contract.ts";
import { Note } from "./DialogBody.tsx";
import { failureWords } from "./failure-words.ts";
import type { Testing } from "./use-trial.ts";

interface TestResultsProps {
  testing: Testing;
  /** Whether the connection can send messages. */
  canSend: boolean;
}

/** The result of a test: a description of the server, or what to correct. */
export function TestResults({ testing, canSend }: TestResultsProps) {
  const { trial, start, stop, isUnsaved } = testing;
  const isRunning = trial.state === "running";
  return (
    <Dialog
      isOpen={trial.state !== "idle"}
      onClose={stop}
      size="small"
      isSheet
      title="Test Connection Results"
      actions={
        isRunning ? (
          <Button onClick={stop}>Cancel</Button>
        ) : (
          <>
            {canSend && (
              <Button icon="bell" className="mr-auto" onClick={() => void start({ sends: true })}>
                Send a test message
              </Button>
            )}
            <Button icon="refresh-cw" onClick={() => void start()}>
              Test again
            </Button>
            <Button look="primary" onClick={stop}>
              Close
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <div role="status">
          {isRunning && (
            <p className="flex items-center gap-3">
              <Spinner className="text-muted" />
              {trial.sends ? "Sending a test message" : "Connecting"}
            </p>
          )}
          {trial.state === "reached" && <Reached tested={trial.tested} isSent={trial.sends} canSend={canSend} />}
          {trial.state === "failed" && <Failed error={trial.error} />}
        </div>
        {isUnsaved && <Note>Tested with the values in the form. Nothing is saved.</Note>}
      </div>
    </Dialog>
  );
}

const Outcome = ({ isGood, title, children }: { isGood: boolean; title: string; children?: React.ReactNode }) => (
  <div className="flex gap-3">
    <span className="flex h-[1.375rem] items-center">
      <StatusMark meaning={isGood ? "healthy" : "unhealthy"} size={18} />
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <p className="text-title font-semibold wrap-anywhere">{title}</p>
      {children}
    </div>
  </div>
);

const Reached = ({ tested, isSent, canSend }: { tested: Tested; isSent: boolean; canSend: boolean }) => (
  <Outcome isGood title="Connection successful">
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
      <dt className="text-muted">Reached</dt>
      <dd className="wrap-anywhere">{tested.reached}</dd>
      <dt className="text-muted">Took</dt>
      <dd>
        <Duration millis={tested.duration_ms} />
      </dd>
    </dl>
    {canSend && <p className="text-muted">{isSent ? "A test message was sent." : "No message was sent."}</p>}
  </Outcome>
);

function Failed({ error }: { error: unknown }) {
  const { text, isJson, fix } = failureWords(error);
  return (
    <Outcome isGood={false} title={isJson ? "The server refused the connection" : text}>
      {isJson && <CodeBlock code={text} language="json" title="Response of the server" />}
      {fix.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </Outcome>
  );
}
