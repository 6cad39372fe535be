import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { useCommand } from "#console/client/call.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import type { MessageDetail } from "../../contract.ts";
import { messageKinds, silencePath, waitingStatuses } from "../../model.ts";
import { redeliver } from "../../rules.contract.ts";

/** Silence the resource, or send the message again. */
export function MessageActions({ message }: { message: MessageDetail }) {
  const mayWrite = useActor().can("write", "notifications");
  const [isAsking, setAsking] = useState(false);
  const send = useCommand(redeliver, {
    done: () => "The message is sent again",
    changes: ["notification_send_history"],
  });
  const kind = messageKinds.find((one) => one === message.resource_kind);
  if (!mayWrite) return null;
  const isWaiting = (waitingStatuses as readonly (string | null)[]).includes(message.status);
  const start = async () => send.mutateAsync({ params: { id: message.id } });
  return (
    <>
      {kind && (
        <AddressLink
          href={silencePath(kind, message.resource_id)}
          className="mr-auto inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
        >
          <Icon name="bell-off" size={14} />
          Silence
        </AddressLink>
      )}
      {!isWaiting && message.rule?.id !== null && (
        <Button
          icon="send"
          isBusy={send.isPending}
          // Only a message that was not delivered is sent again without a question.
          onClick={() => (message.status === "error" ? void start().catch(() => {}) : setAsking(true))}
        >
          Redeliver
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        look="approve"
        title="Send this message now?"
        confirmLabel="Send"
        onConfirm={start}
      >
        {message.status === "sent"
          ? `${message.recipient ?? "The recipient"} receives it a second time.`
          : `It was held back. ${message.recipient ?? "The recipient"} receives it although a rule or a silence applies.`}
      </Confirm>
    </>
  );
}
