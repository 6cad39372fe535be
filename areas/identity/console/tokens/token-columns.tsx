import { IconButton } from "#console/widgets/IconButton.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { printTimestamp } from "#lib/time/dates.ts";
import { hasExpired, isOfAgent, timeLeft, type Token } from "./tokens-query.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long before its expiry a token is highlighted. */
const SOON_MS = 14 * DAY_MS;

/** Sorts tokens by their expiry; tokens without an expiry come last. */
const endOf = ({ expires_at: end }: Token) => (end === null ? Number.POSITIVE_INFINITY : Date.parse(end));

/** `revoke` asks for confirmation and deletes the token. */
export const tokenColumns = (revoke: (token: Token) => void): readonly Column<Token>[] => [
  {
    id: "name",
    title: "Name",
    isName: true,
    minWidth: 200,
    cell: ({ name }) => <Truncated text={name} cut="end" />,
  },
  {
    id: "person",
    title: "Owner",
    minWidth: 160,
    value: ({ person }) => person.name,
    cell: ({ person }) => <PersonName person={person} />,
  },
  {
    id: "rights",
    title: "Rights",
    width: 144,
    value: rightsOf,
    cell: (token) => (token.read_only ? <ReadOnlyMark /> : rightsOf(token)),
    // On a phone only tokens with limited rights are marked.
    narrowCell: (token) => token.read_only && <ReadOnlyMark />,
  },
  {
    id: "expires_at",
    title: "Expires",
    width: 120,
    value: ({ expires_at }) => expires_at ?? "Never",
    sort: (a, b) => endOf(a) - endOf(b) || 0,
    cell: (token) => <Expiry token={token} />,
    narrowCell: (token) =>
      token.expires_at === null ? (
        "Never expires"
      ) : hasExpired(token) ? (
        <Expiry token={token} />
      ) : (
        <span>
          Expires <Expiry token={token} />
        </span>
      ),
  },
  {
    id: "last_used_at",
    title: "Last Used",
    width: 120,
    value: ({ last_used_at }) => last_used_at ?? "Never",
    cell: ({ last_used_at: used }) =>
      used === null ? <span className="text-muted">Never</span> : <RowAge since={used} />,
    narrowCell: ({ last_used_at: used }) =>
      used === null ? (
        "Never used"
      ) : (
        <span>
          Used <RowAge since={used} />
        </span>
      ),
  },
  {
    id: "created_at",
    title: "Created",
    narrow: "hidden",
    width: 120,
    cell: ({ created_at }) => <RowAge since={created_at} />,
  },
  {
    id: "actions",
    title: "Revoke",
    narrow: "status",
    width: 80,
    align: "right",
    sort: false,
    value: () => undefined,
    cell: (token) => (
      <IconButton size="small" icon="trash-2" label={`Revoke ${token.name}`} onClick={() => revoke(token)} />
    ),
  },
];

/** A token has the rights of its owner, or only the rights to read. */
const rightsOf = (token: Token) => (token.read_only ? "Read-only" : isOfAgent(token) ? "Agent" : "As its owner");

export const ReadOnlyMark = () => (
  <span className="shrink-0 rounded-sm border border-line px-1.5 text-meta text-muted">Read-only</span>
);

/** The time left, with the exact end on hover; highlighted shortly before the end and after it. */
export function Expiry({ token }: { token: Pick<Token, "expires_at"> }) {
  const timeZone = useTimeZone();
  const end = token.expires_at === null ? undefined : Date.parse(token.expires_at);
  const left = useClock((now) => (end === undefined ? "" : timeLeft(end - now)));
  const isSoon = useClock((now) => Number(end !== undefined && end - now < SOON_MS)) === 1;
  if (end === undefined) return <span className="text-muted">Never</span>;
  const exact = printTimestamp(end, timeZone).slice(0, -".000".length);
  if (hasExpired(token))
    return (
      <span title={exact} className="font-medium text-unhealthy-text">
        Expired
      </span>
    );
  return (
    <span title={exact} className={`tabular-nums ${isSoon ? "font-medium text-warning-text" : ""}`}>
      in {left}
    </span>
  );
}

/** The expiry of a token in its details: the time left, and the exact time. */
export const ExactExpiry = ({ token }: { token: Pick<Token, "expires_at"> }) => (
  <>
    <Expiry token={token} />
    {token.expires_at !== null && (
      <span className="text-muted">
        <Timestamp at={token.expires_at} />
      </span>
    )}
  </>
);
