import { Link } from "@tanstack/react-router";
import { recoveryCalls } from "../contract.ts";
import { AuthScreen } from "./AuthScreen.tsx";
import { FlowPanel } from "./FlowPanel.tsx";
import { useFlow } from "./use-flow.ts";

export function RecoveryPage() {
  const flow = useFlow({ calls: recoveryCalls, path: "/recovery" }, (answer) => answer);
  return (
    <AuthScreen
      title="Recovery"
      heading="Recover account"
      footer={
        <Link to="/" className="font-medium text-link hover:underline">
          Go back
        </Link>
      }
    >
      <FlowPanel flow={flow} groups={["code", "link"]} />
    </AuthScreen>
  );
}
