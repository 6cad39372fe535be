import { read } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const jobs: ConsoleArea = {
  name: "jobs",
  pages: [
    {
      path: "/settings/jobs",
      title: "Job History",
      icon: "history",
      menu: "automation",
      jump: "j",
      feature: "settings.job_history",
      needs: read("database"),
      load: () => import("./JobsPage.tsx"),
    },
    {
      path: "/settings/event-queue-status",
      title: "Event Queue",
      icon: "list-ordered",
      menu: "automation",
      jump: "e",
      feature: "settings.event_queue_status",
      needs: read("database"),
      load: () => import("./EventQueuePage.tsx"),
    },
  ],
  slots: {
    "resource.tabs": [
      { title: "Job History", feature: "settings.job_history", load: () => import("./JobsOfResource.tsx") },
    ],
    "resource.job": [{ title: "Newest job", feature: "settings.job_history", load: () => import("./NewestJob.tsx") }],
  },
};
