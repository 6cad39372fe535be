import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { ask } from "#console/client/call.ts";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Problem } from "#language/problem.ts";
import { flowError } from "../contract.ts";
import { AuthScreen } from "./AuthScreen.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";

const errorUrl = urlState({ id: text(), error_code: text() });

/** Why a browser was sent here: by the id of a flow error, or by the code of a session error. */
export function FlowErrorPage() {
  const [{ id, error_code }] = useUrl(errorUrl);
  return (
    <AuthScreen
      title={error_code ? "Bad Session Error" : "Error"}
      heading="An error occurred"
      footer={
        <Link to="/" className="font-medium text-link hover:underline">
          Go back
        </Link>
      }
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

function FlowError({ id }: { id: string }) {
  const reason = useQuery({
    queryKey: ["flow-error", id],
    queryFn: ({ signal }) => ask(flowError, { query: { id } }, { signal, onUnauthorized: "throw" }),
    retry: false,
  });
  if (reason.isPending) return <FormSkeleton fields={0} />;
  if (reason.isError) {
    // There is nothing to say about an error that nobody knows.
    if (reason.error instanceof Problem && [403, 404, 410].includes(reason.error.status))
      return <Navigate to="/" replace />;
    return <ErrorPage error={reason.error} retry={() => void reason.refetch()} />;
  }
  const { message, reason: details } = reason.data.error as { message?: string; reason?: string };
  return (
    <>
      <FlowMessages messages={[message, details].flatMap((each) => (each ? [{ text: each, isError: true }] : []))} />
      <pre
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-meta"
      >
        {JSON.stringify(reason.data, undefined, 2)}
      </pre>
    </>
  );
}
