import { type ReactNode, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { ask } from "#console/client/call.ts";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { sendTest, type TestDelivery, type TestRequest } from "../../channels.contract.ts";
import { channelAfter } from "../parts/channels.ts";
import { Exchanges } from "./Exchanges.tsx";

interface SendTestProps {
  target: TestRequest;
  /** The reason why no test can be sent now. */
  refusal?: string | undefined;
  /** The consequences. */
  children: ReactNode;
}

/** Longer than the time limit of the server, which returns an error message. */
const MAX_MS = 60_000;

type Result = { deliveries: readonly TestDelivery[] } | { error: string };

/** Sends a test message and shows the exchange with the service. */
export function SendTest({ target, refusal, children }: SendTestProps) {
  const mayWrite = useActor().can("write", "notifications");
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const send = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await ask(sendTest, { body: target }, { timeoutMs: MAX_MS }));
    } catch (error) {
      if (!isAborted(error)) setResult({ error: messageOf(error, "The test could not be sent.") });
    } finally {
      setBusy(false);
    }
  };
  if (!mayWrite) return <p className="text-muted">You need permission to write notifications to send a test.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-muted">{refusal ?? children}</p>
      <div>
        <Button icon="send" isBusy={isBusy} disabled={refusal !== undefined} onClick={() => void send()}>
          Send a test
        </Button>
      </div>
      <div role="status" className="flex flex-col gap-4">
        {result && "error" in result && <Outcome isGood={false}>{result.error}</Outcome>}
        {result && "deliveries" in result && result.deliveries.length === 0 && (
          <Outcome isGood={false}>There is no recipient to send to.</Outcome>
        )}
        {result &&
          "deliveries" in result &&
          result.deliveries.map((delivery, index) => <Delivery key={index} delivery={delivery} />)}
      </div>
    </div>
  );
}

const Outcome = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <p className="flex items-start gap-2">
    <span className="flex h-5 items-center">
      <StatusMark meaning={isGood ? "healthy" : "unhealthy"} />
    </span>
    <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</span>
  </p>
);

function Delivery({ delivery }: { delivery: TestDelivery }) {
  const via = channelAfter({ name: delivery.recipient, channel: delivery.channel });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Outcome isGood={delivery.outcome === "delivered"}>
        <span className="font-medium">
          {delivery.outcome === "delivered" ? "Delivered" : "Failed"} to {delivery.recipient}
        </span>{" "}
        {via !== undefined && <span className="text-muted">via {via}</span>}
        {delivery.error !== undefined && <span className="block text-unhealthy-text">{delivery.error}</span>}
      </Outcome>
      <Exchanges exchanges={delivery.exchanges} />
    </div>
  );
}
