import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { type InputNode, labelOf } from "./flow-nodes.ts";
import { type Ceremony, keyFailure, perform, whyNoKeys } from "./security-keys.ts";

interface KeyButtonProps {
  node: InputNode;
  ceremony: Ceremony;
  isBusy: boolean;
  /** Submits the form with the response of the key. */
  answer: (fields: Readonly<Record<string, string>>) => void;
}

/** A button that requests a security key or a passkey. If no key can be used, the reason is shown instead. */
export function KeyButton({ node, ceremony, isBusy, answer }: KeyButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const obstacle = whyNoKeys();
  if (obstacle !== undefined)
    return (
      <p role="note" className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-muted">
        <span className="flex h-5 items-center">
          <Icon name="alert-circle" size={14} />
        </span>
        <span className="min-w-0 flex-1">{obstacle}</span>
      </p>
    );

  const ask = async () => {
    setAsking(true);
    setFault(undefined);
    try {
      answer({ method: node.group, [ceremony.answer]: await perform(ceremony) });
    } catch (error) {
      setFault(keyFailure(error));
    } finally {
      setAsking(false);
    }
  };

  const look = node.group === "passkey" ? "plain" : "primary";
  return (
    <div data-button={look}>
      <Button
        look={look}
        icon="key-round"
        size="large"
        isBusy={isAsking || isBusy}
        disabled={node.attributes.disabled}
        onClick={() => void ask()}
        className="w-full"
      >
        {labelOf(node)}
      </Button>
      {fault !== undefined && (
        <p role="alert" className="mt-1.5 text-unhealthy-text">
          {fault}
        </p>
      )}
    </div>
  );
}
