import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { isId } from "#console/resources/resource-client.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Ago } from "#console/widgets/time/Timestamp.tsx";
import type { KindDescription } from "#language/kinds.ts";
import { type FoundConnection, lastUse, oneConnection } from "./connections-query.ts";
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

function Facts({ row, kind }: { row: FoundConnection["row"]; kind: KindDescription | undefined }) {
  const [use] = useQuery(lastUse(row.id)).data ?? [];
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{kind?.title ?? row.type}</span>
      {kind?.isForMessages && <span>Notifications only</span>}
      <span>
        Created <Ago since={row.created_at} /> {row.created_by && `by ${row.created_by.name}`}
      </span>
      {row.updated_at !== row.created_at && (
        <span>
          Updated <Ago since={row.updated_at} />
        </span>
      )}
      {use && (
        <span>
          Last {use.purpose === "test" ? "tested" : "used"} <Ago since={use.last_used_at} /> by {use.subject_name}
          {use.purpose !== "test" ? ` (${use.purpose})` : use.outcome === "failed" && ", failed"}
        </span>
      )}
    </span>
  );
}
