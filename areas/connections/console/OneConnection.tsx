import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { isId } from "#console/resources/resource-client.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Ago } from "#console/widgets/time/Timestamp.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { testOf, usersOf } from "./connection-uses.tsx";
import { type FoundConnection, oneConnection, usesOf } from "./connections-query.ts";
import { RawConnection } from "./RawConnection.tsx";
import { TypedConnection } from "./TypedConnection.tsx";

interface OneConnectionProps {
  /** Empty if no connection is open. */
  id: string;
  kinds: UseQueryResult<readonly KindDescription[]>;
  close: () => void;
}

/** A stored connection: its form, and the tabs that other areas add. */
export function OneConnection({ id, kinds, close }: OneConnectionProps) {
  const found = useQuery({ ...oneConnection(id), enabled: isId(id) });
  const isGone = (id !== "" && !isId(id)) || found.data === null;
  const row = found.data?.row;
  const failed = [found, kinds].find(({ isError, data }) => isError && data === undefined);
  return (
    <Dialog
      isOpen={id !== ""}
      onClose={close}
      size="medium"
      focusesField={false}
      title={row?.name ?? "Connection"}
      description={row && <Facts row={row} kind={kinds.data?.find(({ type }) => type === row.type)} />}
    >
      {isGone ? (
        <p>This connection no longer exists. It may have been deleted.</p>
      ) : failed ? (
        <ErrorPage error={failed.error} retry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      ) : found.data && kinds.data ? (
        <Stored key={id} found={found.data} kinds={kinds.data} close={close} />
      ) : (
        <FormSkeleton label="Connection" />
      )}
    </Dialog>
  );
}

interface StoredProps {
  found: FoundConnection;
  kinds: readonly KindDescription[];
  close: () => void;
}

/** A connection without a known form is edited as a raw row. */
function Stored({ found, kinds, close }: StoredProps) {
  const kind = kinds.find(({ type }) => type === found.row.type);
  return kind ? <TypedConnection {...{ found, kind, close }} /> : <RawConnection {...{ found, close }} />;
}

/** The type of the connection, its last test and the resources that use it. */
function Facts({ row, kind }: { row: FoundConnection["row"]; kind: KindDescription | undefined }) {
  const uses = useQuery(usesOf(row.id)).data ?? [];
  const tested = uses.find(({ purpose }) => purpose === "test");
  const isCurrent = testOf({ connection_uses: uses, updated_at: row.updated_at }) !== undefined;
  const hasFailed = tested?.outcome === "failed";
  const used = uses.find(({ purpose }) => purpose !== "test");
  return (
    <span className="flex flex-wrap gap-x-2 [&>:not(:last-child)]:after:ml-2 [&>:not(:last-child)]:after:text-faint [&>:not(:last-child)]:after:content-['·']">
      <span>
        {kind?.title ?? row.type}
        {kind?.isForMessages && ", notifications only"}
      </span>
      {tested && (
        <span className="inline-flex items-center">
          {isCurrent && (
            <span className="mr-1.5 flex">
              <StatusMark meaning={hasFailed ? "unhealthy" : "healthy"} />
            </span>
          )}
          <span className={isCurrent && hasFailed ? "text-unhealthy-text" : ""}>
            {/* The test of unsaved values, whose result is shown next to the form, may have another outcome. */}
            {hasFailed ? "Saved values failed their test " : "Last tested "}
            <Ago since={tested.last_used_at} />
            {hasFailed ? ", run by " : " by "}
            {tested.subject_name}
            {!isCurrent && ", before the last change"}
          </span>
        </span>
      )}
      {used && (
        <span>
          Used by {usersOf(uses) || used.subject_name}, last <Ago since={used.last_used_at} />
        </span>
      )}
      <span>
        Created <Ago since={row.created_at} /> {row.created_by && `by ${row.created_by.name}`}
        {row.updated_at !== row.created_at && (
          <>
            , updated <Ago since={row.updated_at} />
          </>
        )}
      </span>
    </span>
  );
}
