import { recoveryCalls } from "../contract.ts";
import { AuthScreen, SignInLink } from "./AuthScreen.tsx";
import { FlowPanel } from "./FlowPanel.tsx";
import { useFlow } from "./use-flow.ts";

export function RecoveryPage() {
  const flow = useFlow({ calls: recoveryCalls, path: "/recovery" }, (answer) => answer);
  const { screen } = flow;
  return (
    <AuthScreen
      title="Recovery"
      heading="Recover account"
      intro={screen.phase === "form" && introOf(screen.flow.state)}
      footer={<SignInLink href="/">Go back</SignInLink>}
    >
      <FlowPanel flow={flow} groups={["code", "link"]} />
    </AuthScreen>
  );
}

function introOf(state: string) {
  if (state === "choose_method") return "We send you a code and a link to choose a new password.";
  return state === "sent_email" && "If nothing arrives, ask an administrator for the link.";
}
