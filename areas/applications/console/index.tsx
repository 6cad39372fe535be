import { read } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { APPLICATIONS, applicationResource } from "./application-resource.ts";

const guard = { feature: "applications", needs: read("database") } as const;
const editor = settingsResource(applicationResource);

export const applications: ConsoleArea = {
  name: "applications",
  pages: [
    {
      ...guard,
      path: APPLICATIONS,
      aliases: ["/settings/applications"],
      title: "Applications",
      icon: "app-window",
      menu: "main",
      order: 7,
      jump: "a",
      load: () => import("./ApplicationsPage.tsx"),
    },
    ...editor.pages,
    {
      ...guard,
      path: `${APPLICATIONS}/$namespace/$name`,
      title: "Application",
      shape: "detail",
      load: () => import("./report/ReportPage.tsx"),
    },
  ],
  resources: editor.resources,
  actions: editor.actions,
};
