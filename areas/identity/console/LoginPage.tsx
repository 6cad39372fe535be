import { Fragment } from "react";
import { ask } from "#console/client/ask.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { createLogoutFlow, submitLogout } from "../contract.ts";
import type { LoginFlow, NodeGroup } from "../model.ts";
import { addressCredentials } from "./address-credentials.ts";
import { AuthScreen, SignInLink } from "./AuthScreen.tsx";
import { FlowForm } from "./FlowForm.tsx";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { messagesOf } from "./FlowPanel.tsx";
import { hasGroup, isInput, nodesOf } from "./flow-nodes.ts";
import { SecondStep } from "./SecondStep.tsx";
import { whyNoKeys } from "./security-keys.ts";
import { useLogin } from "./use-login.ts";
import { usePasskeySuggestion } from "./use-passkey-suggestion.ts";

export function LoginPage() {
  const { url, screen, submit, retry } = useLogin();
  const flow = screen.phase === "form" ? screen.flow : undefined;
  usePasskeySuggestion(flow, submit);
  const groups = flow ? formsOf(flow) : [];
  const messages = screen.phase === "form" ? messagesOf(screen.flow, screen.notice) : [];
  const focused = flow && groups.find((group) => hasField(flow, group));
  return (
    <AuthScreen
      title="Sign in"
      heading={headingOf(flow ?? { refresh: url.refresh === "true", requested_aal: url.aal })}
      intro={messages.find(({ isError }) => !isError)?.text}
      footer={
        (flow?.requested_aal ?? url.aal) === "aal2" ? (
          <SignOutLink />
        ) : (
          <span className="text-muted">
            Forgot your password? <SignInLink href="/recovery">Reset password</SignInLink>
          </span>
        )
      }
    >
      {screen.phase === "waiting" && <FormSkeleton />}
      {screen.phase === "failed" && <ErrorPage error={screen.error} retry={retry} />}
      {screen.phase === "form" && (
        <>
          <FlowMessages messages={messages.filter(({ isError }) => isError)} />
          {screen.flow.requested_aal === "aal2" ? (
            <SecondStep flow={screen.flow} groups={groups} isBusy={screen.isBusy} submit={submit} />
          ) : (
            groups.map((group, index) => (
              <Fragment key={group}>
                {index > 0 && <hr className="border-line" />}
                <FlowForm
                  flow={screen.flow}
                  groups={[group]}
                  isBusy={screen.isBusy}
                  initial={{ identifier: addressCredentials().username ?? "" }}
                  hasFocus={group === focused}
                  submit={submit}
                />
              </Fragment>
            ))
          )}
        </>
      )}
    </AuthScreen>
  );
}

const ways = ["password", "passkey", "webauthn", "totp", "lookup_secret", "code", "oidc"] as const;

/** Each sign-in method has its own form, so that no form requires the fields of another. */
const formsOf = (flow: LoginFlow): readonly NodeGroup[] => {
  const groups = ways.filter((each) => hasGroup(flow, each));
  // The passkey form is hidden if passkeys do not work. If it is the only form, it shows the reason instead.
  const usable = groups.filter((each) => each !== "passkey" || groups.length === 1 || whyNoKeys() === undefined);
  return usable.length > 0 ? usable : ["default"];
};

const hasField = (flow: LoginFlow, group: NodeGroup) =>
  nodesOf(flow, [group]).some((node) => isInput(node) && /text|password|email/.test(node.attributes.type));

function headingOf({ refresh, requested_aal }: { refresh: boolean; requested_aal: string }) {
  if (requested_aal === "aal2") return "Two-Factor Authentication";
  return refresh ? "Confirm Action" : "Sign In to your account";
}

/** A link for people who cannot complete the second step, to start again with a different account. */
function SignOutLink() {
  const signOut = async () => {
    const { logout_token } = await ask(createLogoutFlow, { query: {} }, { onUnauthorized: "throw" });
    await ask(submitLogout, { query: { token: logout_token } });
  };
  return (
    <button
      type="button"
      onClick={() => void signOut().finally(() => location.assign("/login"))}
      className="font-medium text-link hover:underline"
    >
      Sign in as someone else
    </button>
  );
}
