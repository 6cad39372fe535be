import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

const guard = { feature: "settings.notifications", needs: read("notifications") } as const;
const writing = { feature: "settings.notifications", needs: write("notifications") } as const;
const preferences = "/notifications/preferences";

/** Users open these pages with the bell, so the menu has no entries for them. */
export const notifications: ConsoleArea = {
  name: "notifications",
  pages: [
    {
      ...guard,
      path: "/notifications",
      title: "Notifications",
      icon: "bell",
      load: () => import("./list/NotificationsPage.tsx"),
    },
    { ...guard, path: "/notifications/rules", title: "Rules", load: () => import("./rules/RulesPage.tsx") },
    {
      ...guard,
      path: "/notifications/resource/$id",
      title: "Notifications",
      load: () => import("./resource/ResourceMessagesPage.tsx"),
    },
    { ...guard, path: "/notifications/silences", title: "Silences", load: () => import("./silences/SilencesPage.tsx") },
    {
      ...writing,
      path: "/notifications/silences/add",
      title: "Add Silence",
      shape: "form",
      load: () => import("./silences/AddSilencePage.tsx"),
    },
    {
      ...guard,
      path: preferences,
      title: "My channels",
      shape: "form",
      load: () => import("./preferences/PreferencesPage.tsx"),
    },
  ],
  slots: {
    "header.bell": [{ ...guard, title: "Count", load: () => import("./bell/UnreadCount.tsx") }],
    "user.menu": [{ ...guard, title: "My channels", icon: "bell", href: preferences }],
    "check.tabs": [{ ...guard, title: "Notifications", load: () => import("./who/WhoOfCheck.tsx") }],
    "config.tabs": [
      { ...guard, title: "Notifications", isUncounted: true, load: () => import("./who/WhoOfConfig.tsx") },
    ],
    "component.panels": [
      { ...guard, title: "Who is notified?", icon: "bell", load: () => import("./who/WhoOfComponent.tsx") },
    ],
    "connection.tabs": [
      {
        ...writing,
        title: "Send a test",
        fits: ({ isForMessages }) => isForMessages,
        load: () => import("./test/TestOfConnection.tsx"),
      },
    ],
  },
  resources: {
    notification: { icon: "bell", href: (id) => `/notifications/rules?id=${id}` },
    silence: { icon: "bell-off", href: (id) => `/notifications/silences?id=${id}` },
  },
  actions: [
    { ...writing, title: "Add Notification Rule", icon: "plus", href: "/notifications/rules?add=true" },
    { ...writing, title: "Add Silence", icon: "bell-off", href: "/notifications/silences/add" },
  ],
};
