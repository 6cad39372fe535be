import { useQuery } from "@tanstack/react-query";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { LetterState } from "./letter-columns.tsx";
import { type Letter, linkIn, oneLetter, type OpenedLetter } from "./outbox-query.ts";

interface LetterDialogProps {
  /** The id of the open mail; empty if none is open. */
  id: string;
  close: () => void;
}

/** Shows one mail, whose link an administrator can pass on. */
export function LetterDialog({ id, close }: LetterDialogProps) {
  const letter = useQuery({ ...oneLetter(id), enabled: id !== "" });
  const link = letter.data?.body ? linkIn(letter.data.body) : undefined;
  const copy = async () => {
    if (link !== undefined && (await copyText(link))) toast.success("Link copied to clipboard");
  };
  return (
    <Dialog
      isOpen={id !== ""}
      onClose={close}
      size="medium"
      title={letter.data?.subject ?? "Letter"}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          {link !== undefined && (
            <Button look="primary" icon="copy" onClick={() => void copy()}>
              Copy link
            </Button>
          )}
        </>
      }
    >
      {letter.data ? (
        <Opened letter={letter.data} />
      ) : letter.isError ? (
        <ErrorPage error={letter.error} retry={() => void letter.refetch()} isRetrying={letter.isFetching} />
      ) : (
        <TextSkeleton label="The message" lines={8} />
      )}
    </Dialog>
  );
}

function Opened({ letter }: { letter: OpenedLetter }) {
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-muted">To</dt>
        <dd className="wrap-anywhere">{letter.recipient}</dd>
        <dt className="text-muted">Written</dt>
        <dd>
          <Timestamp at={letter.created_at} />
        </dd>
        <dt className="text-muted">State</dt>
        <dd>
          <LetterState status={letter.status as Letter["status"]} />
        </dd>
        {letter.error !== null && (
          <>
            <dt className="text-muted">Error</dt>
            <dd className="text-unhealthy-text wrap-anywhere">{letter.error}</dd>
          </>
        )}
      </dl>
      {letter.body === null ? (
        <p className="text-muted">This message was sent. Its content is not stored.</p>
      ) : (
        <pre
          tabIndex={0}
          role="region"
          aria-label="Content"
          className="max-h-96 overflow-auto rounded-md border border-line bg-surface p-3 font-sans whitespace-pre-wrap wrap-anywhere -outline-offset-2"
        >
          {letter.body.trim()}
        </pre>
      )}
    </div>
  );
}
