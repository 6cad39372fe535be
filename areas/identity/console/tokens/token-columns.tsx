import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Age, RowAge } from "#console/widgets/time/Age.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { printAge } from "#lib/time/duration.ts";
import { hasExpired, type Token } from "./tokens-query.ts";

export const tokenColumns: readonly Column<Token>[] = [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 200,
    cell: ({ name, read_only }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Truncated text={name} cut="end" />
        {read_only && <ReadOnlyMark />}
      </span>
    ),
  },
  {
    id: "person",
    title: "Owner",
    minWidth: 160,
    value: ({ person }) => person.name,
    cell: ({ person }) => <PersonName person={person} />,
  },
  {
    id: "created_at",
    title: "Created",
    narrow: "hidden",
    width: 200,
    cell: ({ created_at }) => <Age since={created_at} />,
  },
  {
    id: "expires_at",
    title: "Expires",
    width: 200,
    value: ({ expires_at }) => expires_at ?? "Never",
    cell: (token) => <Expiry token={token} />,
    narrowCell: (token) => (token.expires_at === null ? "Never expires" : <TimeLeft token={token} />),
  },
  {
    id: "last_used_at",
    title: "Last Used",
    width: 200,
    value: ({ last_used_at }) => last_used_at ?? "Never",
    cell: ({ last_used_at: used }) =>
      used === null ? <span className="text-muted">Never</span> : <Age since={used} />,
    narrowCell: ({ last_used_at: used }) =>
      used === null ? (
        "Never used"
      ) : (
        <>
          Used <RowAge since={used} />
        </>
      ),
  },
];

function TimeLeft({ token }: { token: Token }) {
  const left = useClock((now) => (token.expires_at === null ? "" : printAge(Date.parse(token.expires_at) - now)));
  return hasExpired(token) ? <Expiry token={token} /> : `Expires in ${left}`;
}

export const ReadOnlyMark = () => (
  <span className="shrink-0 rounded-sm border border-line px-1.5 text-meta text-muted">Read-only</span>
);

export function Expiry({ token }: { token: Pick<Token, "expires_at"> }) {
  if (token.expires_at === null) return "Never";
  if (!hasExpired(token)) return <Age since={token.expires_at} />;
  return <span className="font-medium text-unhealthy-text">Expired</span>;
}
