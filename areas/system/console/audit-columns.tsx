import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Avatar } from "#console/widgets/Avatar.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { printChangedValue } from "#lib/text/changed-value.ts";
import { capitalise } from "#lib/text/words.ts";
import type { Deed } from "./audit-query.ts";
import { actionVerbs, actionWords, linkOf, rowWord } from "./audit-words.ts";

const auditColumns: readonly Column<Deed>[] = [
  {
    id: "created_at",
    title: "Timestamp",
    isName: true,
    width: 176,
    // The exact time, whatever format the person prefers: the order of actions matters more than their age. A phone has
    // no space for the year.
    cell: ({ created_at }) => <Timestamp at={created_at} format="timestamp" />,
    narrowCell: ({ created_at }) => <Timestamp at={created_at} format="full" />,
  },
  {
    id: "person_name",
    title: "Person",
    width: 144,
    value: whoDid,
    cell: (deed) => <Who deed={deed} />,
    narrowCell: (deed) => (nameOf(deed) === null ? null : <Sentence deed={deed} />),
  },
  {
    id: "action",
    title: "Action",
    narrow: "hidden",
    width: 120,
    filter: "action",
    cell: (deed) => (
      <span className={isRefusal(deed) ? "font-medium text-unhealthy-text" : ""}>{actionWords[deed.action]}</span>
    ),
  },
  {
    id: "resource_type",
    title: "Resource",
    narrow: "hidden",
    width: 128,
    filter: "resource_type",
    cell: ({ resource_type }) => <Truncated text={capitalise(rowWord(resource_type))} cut="end" />,
  },
  {
    id: "resource_name",
    title: "Name",
    narrow: "name",
    minWidth: 336,
    sort: false,
    value: ({ resource_name, resource_id }) => resource_name ?? resource_id,
    cell: (deed) => (
      <span className="flex min-w-0 items-center gap-3">
        <Resource deed={deed} />
        {changeOf(deed) && <Truncated text={changeOf(deed) ?? ""} cut="end" className="font-mono text-muted" />}
      </span>
    ),
    narrowCell: (deed) => (nameOf(deed) === null ? <Sentence deed={deed} /> : <Resource deed={deed} />),
  },
  {
    id: "columns",
    title: "Changed",
    minWidth: 176,
    sort: false,
    // Few entries have changed values, so they are shown after the name; a phone shows them in the second line.
    isHidden: true,
    value: changeOf,
    cell: (deed) => {
      const change = changeOf(deed);
      return change && <Truncated text={change} cut="end" className="font-mono" />;
    },
  },
  {
    id: "address",
    title: "From",
    // On a phone the name of the resource needs the space.
    narrow: "hidden",
    width: 120,
    sort: false,
    cell: ({ address, user_agent }) => (
      <span title={[address, user_agent].filter(Boolean).join("\n")} className="font-mono">
        {address}
      </span>
    ),
  },
  { id: "request_id", title: "Request", narrow: "hidden", width: 160, sort: false, isHidden: true },
];

const narrowRank = ({ id, isName }: Column<Deed>) => (isName ? 0 : id === "created_at" ? 1 : 2);

/** On a phone a row begins with the name of the resource; below it are the time and the action, which can be cut. */
const narrowColumns = auditColumns
  .map(({ isName: _isName, isHidden, width, ...column }): Column<Deed> => ({
    ...column,
    ...(isHidden && column.id !== "columns" && { isHidden }),
    // A column without a width shrinks.
    ...(column.id !== "person_name" && width !== undefined && { width }),
    ...(column.narrow === "name" && { isName: true as const }),
  }))
  .toSorted((a, b) => narrowRank(a) - narrowRank(b));

export const auditColumnsFor = (isNarrow: boolean) => (isNarrow ? narrowColumns : auditColumns);

/** The changed columns; for a single plain value also the value before and after: "value 90 → 60". */
export function changeOf({ columns, before, after }: Deed): string | undefined {
  if (columns === null) return undefined;
  const [column] = columns;
  if (column !== undefined && columns.length === 1) {
    const [was, is] = [plainText(before, column), plainText(after, column)];
    if (was !== undefined && is !== undefined) return `${column} ${printChangedValue({ before: was, after: is })}`;
  }
  return columns.join(", ");
}

/**
 * Numbers, durations and yes or no. Other values are shown only in the details, because other people may see the list
 * on the screen.
 */
const PLAIN = /^(?:true|false|-?\d+(?:\.\d+)?[a-z]{0,2})$/;

/** A recorded value that the list shows; undefined for texts, objects and values that are not recorded. */
function plainText(values: Deed["before"], column: string): string | undefined {
  if (values === null || !Object.hasOwn(values, column)) return undefined;
  const value = (values as Readonly<Record<string, unknown>>)[column];
  const isScalar = typeof value === "number" || typeof value === "boolean" || typeof value === "string";
  return isScalar && PLAIN.test(String(value)) ? String(value) : undefined;
}

const isRefusal = ({ action }: Deed) => action === "sign_in_refused";

/** The name of the resource. A session has no name, and its id is not useful to readers. */
const nameOf = ({ resource_type, resource_name, resource_id }: Deed) =>
  resource_type === "sessions" ? null : (resource_name ?? resource_id);

const Sentence = ({ deed }: { deed: Deed }) => (
  <span title={sentenceOf(deed)} className={isRefusal(deed) ? "text-unhealthy-text" : ""}>
    {sentenceOf(deed)}
  </span>
);

/** The action on one line, without the name of the resource: "Administrator tested connection". */
export function sentenceOf(deed: Deed): string {
  const { action, resource_type: table } = deed;
  return [whoDid(deed), actionVerbs[action], table === "sessions" ? "" : rowWord(table)].filter(Boolean).join(" ");
}

function whoDid({ actor_kind, person_name, token_name }: Deed): string {
  if (actor_kind === "system") return "System";
  const name = person_name ?? "Unknown account";
  return token_name === null ? name : `${name} (token ${token_name})`;
}

export function Who({ deed }: { deed: Deed }) {
  const { actor_kind: kind, person_name: name, token_name: token } = deed;
  if (kind === "system") return <span className="text-muted">System</span>;
  if (name === null) return <span className="text-muted">Unknown account</span>;
  return (
    <span title={whoDid(deed)} className="flex min-w-0 items-center gap-2">
      <Avatar name={name} size="xs" />
      <span className="min-w-0 truncate">{name}</span>
      {token !== null && <span className="min-w-0 truncate text-muted">token {token}</span>}
    </span>
  );
}

/** A link to the resource if its area has a page; a deleted resource shows only its name. */
export function Resource({ deed }: { deed: Deed }) {
  const link = linkOf(deed);
  const name = nameOf(deed);
  if (name === null) return null;
  if (link === undefined || deed.action === "delete") return <Truncated text={name} cut="end" />;
  return (
    // The icon of the resource kind is hidden, because only some resources have one.
    <span className="flex min-w-0 [&_svg]:hidden">
      {"href" in link ? (
        <AddressLink href={link.href} className="flex min-w-0 text-link hover:underline">
          <Truncated text={name} cut="end" />
        </AddressLink>
      ) : (
        <ResourceLink {...link} name={name} />
      )}
    </span>
  );
}
