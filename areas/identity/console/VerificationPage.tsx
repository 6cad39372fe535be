import { Link } from "@tanstack/react-router";
import { verificationCalls } from "../contract.ts";
import { AuthScreen } from "./AuthScreen.tsx";
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
        <Link
          to={placeAfter(flow.screen.phase === "form" ? flow.screen.flow : flow.url)}
          className="font-medium text-link hover:underline"
        >
          Go back
        </Link>
      }
    >
      <FlowPanel flow={flow} groups={["code", "link"]} />
    </AuthScreen>
  );
}
