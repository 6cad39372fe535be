import { useQuery } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { isId } from "#console/resources/resource-client.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Problem } from "#language/problem.ts";
import { messageDetail, type MessageDetail } from "../../contract.ts";
import { Attempts } from "./Attempts.tsx";
import { MessageActions } from "./MessageActions.tsx";
import { MessageContent } from "./MessageContent.tsx";
import { MessageFacts } from "./MessageFacts.tsx";
import { Part } from "./Part.tsx";
import { Trail } from "./Trail.tsx";

const oneMessage = (id: string) =>
  callOptions(messageDetail, { params: { id } }, { relations: ["notification_send_history", "notification_attempts"] });

interface MessageDialogProps {
  /** The id of the open message; empty for none. */
  id: string;
  close: () => void;
}

/** A message: its details, the decision steps, every delivery attempt, and its content. */
export function MessageDialog({ id, close }: MessageDialogProps) {
  const found = useQuery({ ...oneMessage(id), enabled: isId(id) });
  const isGone = !isId(id) || (found.error instanceof Problem && found.error.status === 404);
  return (
    <Dialog
      isOpen={id !== ""}
      onClose={close}
      size="large"
      title="Notification Details"
      actions={found.data && <MessageActions message={found.data} />}
    >
      {found.data ? (
        <Details message={found.data} />
      ) : isGone ? (
        <p>This message does not exist, or you do not have permission to see it. Messages are deleted after 90 days.</p>
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <TextSkeleton label="The message" lines={10} />
      )}
    </Dialog>
  );
}

const Details = ({ message }: { message: MessageDetail }) => (
  <div className="flex flex-col gap-5">
    <MessageFacts message={message} />
    <Part title="Decision">
      <Trail message={message} />
    </Part>
    {message.attempts.length > 0 && (
      <Part title="Attempts">
        <Attempts attempts={message.attempts} />
      </Part>
    )}
    <MessageContent message={message} />
  </div>
);
