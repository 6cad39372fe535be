import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { isId } from "#console/resources/resource-client.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { messageKinds, silencePath } from "../../model.ts";
import { MessageDialog } from "../detail/MessageDialog.tsx";
import { messageFilterOptions, useStatusFilter } from "../parts/message-filters.ts";
import { MessageResource } from "../parts/MessageResource.tsx";
import { NotificationsScreen } from "../parts/NotificationsScreen.tsx";
import { CurrentState } from "../parts/ResourceState.tsx";
import { messageColumns } from "./message-columns.tsx";
import { allMessages, type MessageRow, messagesPage, newestMessage } from "./messages-query.ts";

const messageUrl = urlState({ id: text() });

/** The messages about one resource. */
export function ResourceMessagesPage() {
  const { id: resource = "" } = useParams({ strict: false });
  if (!isId(resource))
    return (
      <NotificationsScreen title="Resource">
        <Notice
          title="No such resource"
          action={
            <AddressLink href="/notifications" className="text-link hover:underline">
              Back to all notifications
            </AddressLink>
          }
        >
          The address does not contain a valid resource id.
        </Notice>
      </NotificationsScreen>
    );
  return <MessagesOf key={resource} resource={resource} />;
}

function MessagesOf({ resource }: { resource: string }) {
  const mayWrite = useActor().can("write", "notifications");
  const filters = useStatusFilter();
  const view = useTableView();
  const asked = { resource, filters, view };
  const found = useQuery(messagesPage(asked));
  const [{ id }, change] = useUrl(messageUrl);
  const newest = useQuery(newestMessage(resource)).data?.[0];
  const kind = newest && kindOf(newest);
  return (
    <NotificationsScreen
      title={newest?.resource?.name ?? newest?.resource_name ?? "Resource"}
      hasTitleBelow={newest !== undefined}
      refresh={found}
      actions={
        mayWrite &&
        kind && (
          <ButtonLink href={silencePath(kind, resource)} icon="bell-off">
            Silence
          </ButtonLink>
        )
      }
    >
      <div className="flex h-full flex-col gap-3 p-4 pb-0">
        <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
          {newest && (
            <>
              <MessageResource kind={newest.resource_kind} resource={newest.resource} name={newest.resource_name} />
              <CurrentState resource={newest.resource} />
            </>
          )}
        </div>
        <div className="min-h-0 flex-1">
          <DataTable
            id="notifications-of-resource"
            caption="Notifications about the resource"
            columns={messageColumns}
            rows={found}
            keyOf={keyOfMessage}
            view={view}
            paging="server"
            pageSizes="simple"
            filters={filters}
            toolbar={<FilterBar filters={filters} options={messageFilterOptions} />}
            open={(message) => void change({ id: message.id })}
            exportRows={() => allMessages(asked)}
            empty="No notifications"
            emptyIcon="bell"
            emptyDetail="No message about this resource is stored. Messages are deleted after 90 days."
          />
        </div>
      </div>
      <MessageDialog id={id} close={() => void change({ id: undefined })} />
    </NotificationsScreen>
  );
}

const kindOf = ({ resource_kind }: MessageRow) => messageKinds.find((kind) => kind === resource_kind);
const keyOfMessage = ({ id }: MessageRow) => id;
