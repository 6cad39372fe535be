import { signedInHint } from "#console/access/signed-in-hint.ts";
import { returnPlace } from "#console/client/login.ts";
import { Problem } from "#language/problem.ts";
import { registrationCalls } from "../contract.ts";
import { AuthScreen, SignInLink } from "./AuthScreen.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { placeElsewhere } from "./flow-failure.ts";
import { FlowPanel } from "./FlowPanel.tsx";
import { useFlow } from "./use-flow.ts";

export function RegistrationPage() {
  const flow = useFlow({ calls: registrationCalls, path: "/registration" }, ({ continue_with = [] }) => {
    signedInHint.set(true);
    const [next] = continue_with.flatMap((each) =>
      each.action === "redirect_browser_to" ? [each.redirect_browser_to] : [],
    );
    location.assign(placeElsewhere(next) ?? returnPlace(next));
    return undefined;
  });
  return (
    <AuthScreen title="Register" heading="Create account" footer={<SignInLink href="/login">Sign in</SignInLink>}>
      <FlowPanel
        flow={flow}
        groups={["password"]}
        others={["oidc"]}
        renderFailure={(error) =>
          // This is not a failure, because registration requires an invitation.
          error instanceof Problem && error.id === "self_service_flow_disabled" ? (
            <FlowMessages messages={[{ text: error.message, isError: false }]} />
          ) : undefined
        }
      />
    </AuthScreen>
  );
}
