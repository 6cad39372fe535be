import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Crumb } from "#console/shell/Header.tsx";
import { Page, type Refreshable } from "#console/shell/Page.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import "#console/widgets/page-icons.ts";

const NOTIFICATIONS: Crumb = { title: "Notifications", href: "/notifications" };

interface NotificationsScreenProps {
  /** The title below Notifications; unset for the first tab. */
  title?: string;
  /** The pages between Notifications and this page. */
  above?: readonly Crumb[];
  windowTitle?: string;
  hasTitleBelow?: boolean;
  /**
   * Whether the page belongs to a tab. On a phone such a page needs no back arrow, which leaves more space for the
   * title.
   */
  isTab?: boolean;
  actions?: ReactNode;
  refresh?: Refreshable;
  children: ReactNode;
}

/** The frame of the notification pages: breadcrumbs and tabs. */
export function NotificationsScreen(props: NotificationsScreenProps) {
  const { title, above = [], windowTitle, isTab = false, hasTitleBelow = false, actions, refresh, children } = props;
  const search = useLocation({ select: ({ searchStr }) => keptSearch(searchStr) });
  const isNarrow = useMedia(NARROW_TABLE);
  return (
    <Page
      title={title ?? "Notifications"}
      windowTitle={windowTitle ?? (title === undefined ? "Notifications" : `Notifications ${title}`)}
      parents={title === undefined || (isTab && isNarrow) ? [] : [NOTIFICATIONS, ...above]}
      hasTitleBelow={hasTitleBelow}
      actions={actions}
      {...(refresh && { refresh })}
    >
      <div className="flex h-full min-h-0 flex-col">
        <TabLinks
          label="Notifications"
          tabs={[
            { href: `/notifications${search}`, label: "Notifications", icon: "bell" },
            { href: `/notifications/rules${search}`, label: "Rules", icon: "braces" },
            { href: `/notifications/silences${search}`, label: "Silences", icon: "bell-off" },
          ]}
        />
        <div className="min-h-0 flex-1">{children}</div>
      </div>
    </Page>
  );
}

/** URL parameters that belong to a single page: the open item and the page number of its list. */
const ownParams = [
  "id",
  "add",
  "pageIndex",
  "sortBy",
  "sortOrder",
  "config_id",
  "component_id",
  "check_id",
  "canary_id",
];

/** The filters stay when another tab is opened. */
function keptSearch(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ownParams) query.delete(name);
  const kept = query.toString();
  return kept === "" ? "" : `?${kept}`;
}
