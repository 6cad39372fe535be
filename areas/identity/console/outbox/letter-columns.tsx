import { messageOf } from "#console/client/failure.ts";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { capitalise } from "#lib/text/words.ts";
import { type Letter, linkOf, stateWords } from "./outbox-query.ts";

export const letterColumns: readonly Column<Letter>[] = [
  {
    id: "recipient",
    title: "Recipient",
    isName: true,
    minWidth: 264,
    cell: ({ recipient }) => <Truncated text={recipient} />,
  },
  { id: "kind", title: "About", width: 120, value: ({ kind }) => capitalise(kind) },
  {
    id: "subject",
    title: "Subject",
    narrow: "hidden",
    minWidth: 200,
    sort: false,
    cell: ({ subject }) => <Truncated text={subject} cut="end" />,
  },
  {
    id: "status",
    title: "State",
    narrow: "status",
    width: 104,
    filter: "status",
    cell: ({ status }) => <LetterState status={status} />,
  },
  {
    id: "created_at",
    title: "Written",
    narrow: "labelled",
    width: 112,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  { id: "sent_at", title: "Sent", narrow: "hidden", width: 112, cell: ({ sent_at }) => <RowAge since={sent_at} /> },
  {
    id: "error",
    title: "Error",
    minWidth: 200,
    sort: false,
    cell: ({ error }) => error && <Truncated text={error} cut="end" className="text-unhealthy-text" />,
  },
  {
    id: "link",
    title: "Link",
    width: 120,
    align: "right",
    narrow: "status",
    sort: false,
    value: () => undefined,
    cell: (letter) => letter.status !== "sent" && <CopyLink letter={letter} />,
    narrowCell: (letter) => letter.status !== "sent" && <CopyLink letter={letter} isBrief />,
  },
];

/** The columns for these messages. Columns about sending are left out if no message was sent or failed. */
export const letterColumnsFor = (letters: readonly Letter[] = []): readonly Column<Letter>[] =>
  letterColumns.filter(({ id }) => {
    if (id === "sent_at") return letters.some(({ sent_at: at }) => at !== null);
    return id !== "error" || letters.some(({ error }) => error !== null);
  });

interface CopyLinkProps {
  letter: Letter;
  /** Shows only the icon, to leave space for the recipient. */
  isBrief?: boolean;
}

function CopyLink({ letter: { id, recipient }, isBrief = false }: CopyLinkProps) {
  const copy = async () => {
    try {
      const link = await linkOf(id);
      if (link === undefined) toast.error("This message has no link");
      else if (await copyText(link)) toast.success("Link copied to clipboard");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (isBrief)
    return <IconButton size="small" icon="copy" label={`Copy the link for ${recipient}`} onClick={() => void copy()} />;
  return (
    <button
      type="button"
      title={`Copy the link for ${recipient}`}
      onClick={() => void copy()}
      className="touch-area inline-flex h-6 items-center gap-1.5 rounded-md border border-line bg-surface px-2 font-medium whitespace-nowrap hover:bg-hover"
    >
      <Icon name="copy" size={14} />
      Copy link
    </button>
  );
}

const meanings: Readonly<Record<Letter["status"], Meaning>> = {
  kept: "unknown",
  waiting: "unchecked",
  sent: "healthy",
  failed: "unhealthy",
};

export const LetterState = ({ status }: Pick<Letter, "status">) => (
  <span className="flex items-center gap-1.5">
    <StatusMark meaning={meanings[status]} />
    {stateWords[status]}
  </span>
);
