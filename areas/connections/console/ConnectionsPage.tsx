import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useActor } from "#console/access/access.ts";
import { isAborted, messageOf } from "#console/client/failure.ts";
import { isSignedOut } from "#console/client/http.ts";
import { Page } from "#console/shell/Page.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { later } from "#console/widgets/later.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { connectionColumns } from "./connection-columns.tsx";
import { testOf } from "./connection-uses.tsx";
import {
  allConnections,
  connectionFilters,
  connectionKinds,
  connectionsPage,
  type ListedConnection,
} from "./connections-query.ts";
import { TestAll } from "./TestAll.tsx";

const BY_NAME = { id: "name", desc: false };
/** `add` is the type of the new connection, or any other text while the type is being chosen. */
const connectionUrl = urlState({ id: text(), add: text(), tab: text() });

// The forms are loaded lazily, because they are large and not needed to look up a connection.
const useAdding = later("The form", async () => (await import("./AddConnection.tsx")).AddConnection);
const useOpened = later("The connection", async () => (await import("./OneConnection.tsx")).OneConnection);

/** Lists the connections to other systems. */
export function ConnectionsPage() {
  const mayWrite = useActor().can("write", "connections");
  const filters = useFilters(connectionFilters);
  const view = useTableView({ sort: BY_NAME });
  const asked = { filters, view };
  const found = useQuery(connectionsPage(asked));
  const kinds = useQuery(connectionKinds);
  const [{ id, add }, change] = useUrl(connectionUrl);
  const columns = useMemo(() => connectionColumns({ kinds: kinds.data, mayTest: mayWrite }), [kinds.data, mayWrite]);
  const options = useMemo(
    () => ({ type: kinds.data?.map(({ type, title }) => ({ value: type, label: title })) }),
    [kinds.data],
  );

  const hasRows = (found.data?.total ?? 0) > 0;
  const failed = found.data?.rows.filter((connection) => testOf(connection)?.outcome === "failed").length ?? 0;
  const begin = () => void change({ add: "true" });
  const close = () => void change({ id: undefined, add: undefined, tab: undefined });
  const AddConnection = useAdding(add !== "" && mayWrite, close);
  const OneConnection = useOpened(id !== "", close);

  const { error } = found;
  useEffect(() => {
    if (error && !isAborted(error) && !isSignedOut(error)) toast.error(messageOf(error));
  }, [error]);

  return (
    <Page
      title="Connections"
      refresh={found}
      actions={
        mayWrite && (
          <>
            {/* On a phone the header has no space for this button, so it is above the list. */}
            {hasRows && <TestAll className="max-shell:hidden" connections={() => allConnections(asked)} />}
            <Button look="primary" icon="plus" onClick={begin}>
              <span>
                Add<span className="max-shell:sr-only"> Connection</span>
              </span>
            </Button>
          </>
        )
      }
    >
      <div className="h-full p-4 pb-0">
        <DataTable
          id="connections"
          caption="Connections"
          columns={columns}
          rows={found}
          keyOf={keyOfConnection}
          view={view}
          paging="server"
          filters={filters}
          toolbar={<FilterBar filters={filters} options={options} />}
          overview={
            mayWrite &&
            hasRows && (
              <div className="flex shrink-0 shell:hidden">
                <TestAll connections={() => allConnections(asked)} />
              </div>
            )
          }
          footnote={failed > 0 && <span className="text-unhealthy-text">{failed} failed the last test</span>}
          open={(connection) => void change({ id: connection.id })}
          exportRows={() => allConnections(asked)}
          empty="No connections"
          emptyDetail={
            <>
              <p>A connection contains the address and the credentials of another system.</p>
              {!mayWrite && <p>An administrator can add a connection.</p>}
            </>
          }
          emptyIcon="plug"
          emptyAction={
            mayWrite && (
              <Button icon="plus" onClick={begin}>
                Add the first connection
              </Button>
            )
          }
        />
      </div>
      {AddConnection && (
        <AddConnection
          type={mayWrite ? add : ""}
          kinds={kinds}
          choose={(type) => void change({ add: type })}
          back={begin}
          close={close}
          onCreated={(createdId) => change({ add: undefined, id: createdId })}
        />
      )}
      {OneConnection && <OneConnection id={id} kinds={kinds} close={close} />}
    </Page>
  );
}

const keyOfConnection = ({ id }: ListedConnection) => id;
