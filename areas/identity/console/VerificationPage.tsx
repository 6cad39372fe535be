import { verificationCalls } from "../contract.ts";
import { AuthScreen, SignInLink } from "./AuthScreen.tsx";
import { FlowPanel } from "./FlowPanel.tsx";
import { placeAfter } from "./flow-steps.ts";
import { useFlow } from "./use-flow.ts";

export function VerificationPage() {
  const flow = useFlow({ calls: verificationCalls, path: "/verification" }, (answer) => answer);
  return (
    <AuthScreen
      title="Verification"
      heading="Verify your account"
      footer={
        <SignInLink href={placeAfter(flow.screen.phase === "form" ? flow.screen.flow : flow.url)}>Go back</SignInLink>
      }
    >
      <FlowPanel flow={flow} groups={["code", "link"]} />
    </AuthScreen>
  );
}
