import { read, write } from "#console/access/access.ts";
import { isHosted } from "#console/access/hosted.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea, PageOf, PaletteAction, ResourceKind } from "#console/shell/area.ts";
import { teamColumns } from "./team-columns.tsx";

const teams = settingsResource({
  table: "teams",
  list: "teams_with_status",
  path: "/settings/teams",
  menu: "access",
  title: "Teams",
  name: "Team",
  kind: "team",
  icon: "users-round",
  resource: "database",
  feature: "settings.teams",
  ownIcon: "group",
  purpose: "A team groups users, so that permissions and notifications can refer to all of them at once.",
  order: { id: "name", desc: false },
  hiddenColumns: ["source", "last_runtime", "job_last_failed", "updated_at"],
  columns: teamColumns,
  hasJobs: true,
  areJobsRare: true,
  jobTitle: "Member Sync",
  noJobText: "By hand",
});

/** The hosted identity service manages users itself. */
const users: PageOf = {
  path: "/settings/users",
  title: "Users",
  icon: "user-round",
  menu: "access",
  jump: "u",
  feature: "settings.users",
  needs: read("identities"),
  load: () => import("./UsersPage.tsx"),
};

const person: ResourceKind = { icon: "user-round", href: (id) => `/settings/users?id=${id}` };

const inviteUser: PaletteAction = {
  title: "Invite User",
  icon: "user-plus",
  href: "/settings/users?invite=true",
  feature: "settings.users",
  needs: write("identities"),
};

export const people: ConsoleArea = {
  name: "people",
  pages: [
    ...(isHosted ? [] : [users]),
    {
      path: "/settings/permissions",
      title: "Permissions",
      icon: "shield-check",
      menu: "access",
      feature: "settings.permissions",
      needs: read("permissions"),
      load: () => import("./PermissionsPage.tsx"),
    },
    ...teams.pages,
  ],
  resources: { ...teams.resources, ...(!isHosted && { person }) },
  finder: async () => (await import("./find-people.ts")).findPeople,
  actions: [...(isHosted ? [] : [inviteUser]), ...teams.actions],
  slots: {
    "resource.tabs": [
      { title: "Members", fits: ({ kind }) => kind === "team", load: () => import("./TeamMembers.tsx") },
      {
        title: "Permissions",
        feature: "settings.permissions",
        needs: read("permissions"),
        fits: ({ kind }) => kind === "playbook",
        load: () => import("./PermissionsOfPlaybook.tsx"),
      },
    ],
    "connection.tabs": [
      {
        title: "Permissions",
        feature: "settings.permissions",
        needs: read("permissions"),
        load: () => import("./PermissionsOfConnection.tsx"),
      },
    ],
  },
};
