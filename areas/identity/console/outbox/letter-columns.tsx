import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { capitalise } from "#lib/text/words.ts";
import { type Letter, stateWords } from "./outbox-query.ts";

export const letterColumns: readonly Column<Letter>[] = [
  {
    id: "recipient",
    title: "Recipient",
    isName: true,
    width: 184,
    cell: ({ recipient }) => <Truncated text={recipient} cut="end" />,
  },
  { id: "kind", title: "About", width: 112, value: ({ kind }) => capitalise(kind) },
  {
    id: "subject",
    title: "Subject",
    narrow: "hidden",
    minWidth: 176,
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
    width: 176,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  { id: "sent_at", title: "Sent", narrow: "hidden", width: 176, cell: ({ sent_at }) => <RowAge since={sent_at} /> },
  {
    id: "error",
    title: "Error",
    minWidth: 96,
    sort: false,
    cell: ({ error }) => error && <Truncated text={error} cut="end" className="text-unhealthy-text" />,
  },
];

const meanings: Readonly<Record<Letter["status"], Meaning>> = {
  kept: "unknown",
  waiting: "unchecked",
  sent: "healthy",
  failed: "unhealthy",
};

export const LetterState = ({ status }: Pick<Letter, "status">) => (
  <span className="inline-flex items-center gap-1.5">
    <StatusMark meaning={meanings[status]} />
    {stateWords[status]}
  </span>
);
