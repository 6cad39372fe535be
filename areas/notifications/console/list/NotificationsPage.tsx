import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { Slot } from "#console/shell/Slot.tsx";
import { useFollowed } from "#console/shell/use-followed.ts";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { ButtonLink } from "#console/widgets/ButtonLink.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Toggle } from "#console/widgets/Toggle.tsx";
import type { SummaryRow } from "../../contract.ts";
import { resourceMessagesPath } from "../../model.ts";
import { MessageDialog } from "../detail/MessageDialog.tsx";
import { messageFilterOptions, useSummaryFilters } from "../parts/message-filters.ts";
import { NotificationsScreen } from "../parts/NotificationsScreen.tsx";
import { summaryColumns } from "./summary-columns.tsx";
import { summaryPage } from "./summary-query.ts";
import { useEmptyList } from "./use-empty-list.tsx";
import { useMarkRead } from "./use-mark-read.ts";

const messageUrl = urlState({ id: text() });
const FOLLOWED = { relations: ["notification_send_history"], everyMs: 2000 };

/** The resources that messages are about, newest first. */
export function NotificationsPage() {
  const { filters, withDeleted, setDeleted } = useSummaryFilters();
  const view = useTableView();
  const found = useQuery(summaryPage({ filters, withDeleted, view }));
  useFollowed(found, FOLLOWED);
  useMarkRead(found.dataUpdatedAt);
  const [{ id }, change] = useUrl(messageUrl);
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  return (
    <NotificationsScreen
      actions={
        <ButtonLink href="/notifications/preferences" icon="mail" title="My channels and quiet hours">
          My channels
        </ButtonLink>
      }
      refresh={found}
    >
      <div className="flex h-full flex-col">
        <Slot name="notifications.top" of={{}} />
        <div className="min-h-0 flex-1 p-4 pb-0">
          <DataTable
            id="notifications"
            caption="Notifications"
            columns={summaryColumns}
            rows={found}
            keyOf={keyOfResource}
            view={view}
            paging="server"
            pageSizes="simple"
            filters={filters}
            toolbar={
              <FilterBar
                filters={filters}
                options={messageFilterOptions}
                choices={
                  <Toggle isOn={withDeleted} onChange={setDeleted} title="Also show resources that were deleted">
                    Deleted resources
                  </Toggle>
                }
              />
            }
            hrefOf={({ resource_id }) => resourceMessagesPath(resource_id) + search}
            empty="No notifications"
            emptyIcon="bell"
            {...useEmptyList()}
          />
        </div>
      </div>
      <MessageDialog id={id} close={() => void change({ id: undefined })} />
    </NotificationsScreen>
  );
}

const keyOfResource = ({ resource_kind, resource_id }: SummaryRow) => `${resource_kind} ${resource_id}`;
