import { recoveryCalls } from "../contract.ts";
import { AuthScreen } from "./AuthScreen.tsx";
import { FlowPanel } from "./FlowPanel.tsx";
import { SignInLink } from "./SignInLink.tsx";
import { useFlow } from "./use-flow.ts";

export function RecoveryPage() {
  const flow = useFlow({ calls: recoveryCalls, path: "/recovery" }, (answer) => answer);
  return (
    <AuthScreen title="Recovery" heading="Recover account" footer={<SignInLink href="/">Go back</SignInLink>}>
      <FlowPanel flow={flow} groups={["code", "link"]} />
    </AuthScreen>
  );
}
