import { useEffect, useEffectEvent, useState } from "react";
import { ask } from "#console/client/ask.ts";
import { isAborted } from "#console/client/failure.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { text, urlState } from "#console/url/params.ts";
import { Problem } from "#language/problem.ts";
import { flowError } from "../contract.ts";
import type { FlowError as FlowErrorAnswer } from "../model.ts";
import { AuthScreen, SignInLink } from "./AuthScreen.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { useAddress } from "./use-address.ts";

const errorUrl = urlState({ id: text(), error_code: text() });

/**
 * The page to which the server redirects the browser after an error. The URL contains the id of a flow error or the
 * code of a session error.
 */
export function FlowErrorPage() {
  const [{ id, error_code }] = useAddress(errorUrl);
  return (
    <AuthScreen
      title={error_code ? "Bad Session Error" : "Error"}
      heading="An error occurred"
      footer={<SignInLink href="/">Go back</SignInLink>}
    >
      {error_code ? <SessionError code={error_code} /> : <FlowError id={id} />}
    </AuthScreen>
  );
}

const SessionError = ({ code }: { code: string }) => (
  <FlowMessages
    messages={[
      {
        text:
          code === "BAD_SESSION"
            ? "Bad Session. Please try logging out and logging in again, if the problem persist, please contact us."
            : "Unknown error",
        isError: true,
      },
    ]}
  />
);

type Reading = { phase: "waiting" } | { phase: "read"; answer: FlowErrorAnswer } | { phase: "failed"; error: unknown };

function FlowError({ id }: { id: string }) {
  const [reading, setReading] = useState<Reading>({ phase: "waiting" });
  const read = (signal?: AbortSignal) =>
    ask(flowError, { query: { id } }, { signal, onUnauthorized: "throw" }).then(
      (answer) => setReading({ phase: "read", answer }),
      (error: unknown) => {
        if (isAborted(error)) return;
        // The server has no error with this id, so there is nothing to show.
        if (error instanceof Problem && [403, 404, 410].includes(error.status)) location.replace("/");
        else setReading({ phase: "failed", error });
      },
    );

  const begin = useEffectEvent((signal: AbortSignal) => void read(signal));
  useEffect(() => {
    const leaving = new AbortController();
    begin(leaving.signal);
    return () => leaving.abort();
  }, []);

  switch (reading.phase) {
    case "waiting":
      return <FormSkeleton fields={0} />;
    case "failed":
      return <ErrorPage error={reading.error} retry={() => void read()} />;
    case "read":
      return <Explanation answer={reading.answer} />;
  }
}

function Explanation({ answer }: { answer: FlowErrorAnswer }) {
  const { message, reason } = answer.error as { message?: string; reason?: string };
  return (
    <>
      <FlowMessages messages={[message, reason].flatMap((each) => (each ? [{ text: each, isError: true }] : []))} />
      <pre
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-meta"
      >
        {JSON.stringify(answer, undefined, 2)}
      </pre>
    </>
  );
}
