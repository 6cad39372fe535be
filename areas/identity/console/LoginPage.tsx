import { Link } from "@tanstack/react-router";
import { ErrorPage } from "#console/shell/ErrorPage.tsx";
import { useRegistry } from "#console/shell/registry.ts";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import type { LoginFlow } from "../model.ts";
import { addressCredentials } from "./address-credentials.ts";
import { AuthScreen } from "./AuthScreen.tsx";
import { FlowForm } from "./FlowForm.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { hasGroup, isError } from "./flow-nodes.ts";
import { useLogin } from "./use-login.ts";

export function LoginPage() {
  const { url, screen, submit, retry } = useLogin();
  const flow = screen.phase === "form" ? screen.flow : undefined;
  return (
    <AuthScreen
      title="Sign in"
      heading={headingOf(flow ?? { refresh: url.refresh === "true", requested_aal: url.aal })}
      footer={<RecoveryLink />}
    >
      {screen.phase === "waiting" && <FormSkeleton />}
      {screen.phase === "failed" && <ErrorPage error={screen.error} retry={retry} />}
      {screen.phase === "form" && (
        <>
          <FlowMessages messages={messagesOf(screen.flow, screen.notice)} />
          <FlowForm
            flow={screen.flow}
            groups={["password", "totp", "lookup_secret", "code"]}
            isBusy={screen.isBusy}
            initial={{ identifier: addressCredentials().username ?? "" }}
            submit={submit}
          />
          {hasGroup(screen.flow, "oidc") && (
            <>
              <hr className="border-line" />
              <FlowForm flow={screen.flow} groups={["oidc"]} isBusy={screen.isBusy} submit={submit} />
            </>
          )}
        </>
      )}
    </AuthScreen>
  );
}

function headingOf({ refresh, requested_aal }: { refresh: boolean; requested_aal: string }) {
  if (requested_aal === "aal2") return "Two-Factor Authentication";
  return refresh ? "Confirm Action" : "Sign In to your account";
}

const messagesOf = ({ ui }: LoginFlow, notice: string | undefined) => [
  ...(notice === undefined ? [] : [{ text: notice, isError: true }]),
  ...(ui.messages ?? []).map((message) => ({ text: message.text, isError: isError(message) })),
];

/** Only where there is a screen for it. */
function RecoveryLink() {
  const hasRecovery = useRegistry().pages.some(({ path }) => path === "/recovery");
  return hasRecovery ? (
    <Link to="/recovery" className="font-medium text-link hover:underline">
      Reset password
    </Link>
  ) : null;
}

function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {[0, 1].map((field) => (
        <div key={field}>
          <Skeleton className="mb-1.5 h-5 w-20" />
          <Skeleton className="h-9" />
        </div>
      ))}
      <Skeleton className="h-9" />
    </div>
  );
}
