import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { useCommand } from "#console/client/call.ts";
import { Button } from "#console/widgets/Button.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import type { MessageDetail } from "../../contract.ts";
import { messageKinds, silencePath } from "../../model.ts";
import { redeliver } from "../../rules.contract.ts";

/** Buttons that silence the resource or resend the message. */
export function MessageActions({ message }: { message: MessageDetail }) {
  const mayWrite = useActor().can("write", "notifications");
  const [isAsking, setAsking] = useState(false);
  const send = useCommand(redeliver, {
    done: () => "The message is sent again",
    changes: ["notification_send_history"],
  });
  const kind = messageKinds.find((one) => one === message.resource_kind);
  if (!mayWrite) return null;
  // The server does not resend a message that a rule or a silence held back.
  const wasTried = message.status === "sent" || message.status === "error";
  const start = async () => send.mutateAsync({ params: { id: message.id } });
  return (
    <>
      {kind && (
        <ButtonLink href={silencePath(kind, message.resource_id)} icon="bell-off" className="mr-auto">
          Silence
        </ButtonLink>
      )}
      {wasTried && message.rule?.id !== null && (
        <Button
          icon="send"
          look={message.status === "error" ? "primary" : "plain"}
          isBusy={send.isPending}
          // A failed message is resent without asking for confirmation.
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
        {message.recipient ?? "The recipient"} receives it a second time.
      </Confirm>
    </>
  );
}
