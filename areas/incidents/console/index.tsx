import { read, write } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { CREATE_PATH, INCIDENTS, incidentPath } from "./parts/incident-path.ts";

const guard = { feature: "incidents", needs: read("incident") } as const;
const writing = { feature: "incidents", needs: write("incident") } as const;

const links = () => import("./places/links.tsx");

const rules = settingsResource({
  table: "incident_rules",
  path: "/settings/incident_rules",
  menu: "automation",
  title: "Rules",
  name: "Rule",
  kind: "incident_rule",
  icon: "siren",
  purpose: "A rule opens an incident when a component, check or catalog item stays unhealthy.",
  resource: "incident",
  feature: "incidents",
  spec: () => import("./rules/RuleSpec.tsx"),
});

export const incidents: ConsoleArea = {
  name: "incidents",
  pages: [
    {
      ...guard,
      path: INCIDENTS,
      title: "Incidents",
      icon: "siren",
      menu: "main",
      order: 3,
      jump: "i",
      load: () => import("./list/IncidentsPage.tsx"),
    },
    {
      ...guard,
      path: `${INCIDENTS}/board`,
      title: "Board",
      shape: "cards",
      load: () => import("./board/BoardPage.tsx"),
    },
    { ...guard, path: `${INCIDENTS}/figures`, title: "Figures", load: () => import("./board/FiguresPage.tsx") },
    {
      ...guard,
      path: `${INCIDENTS}/$id`,
      title: "Incident",
      shape: "detail",
      load: () => import("./incident/IncidentPage.tsx"),
    },
    ...rules.pages,
  ],
  resources: { ...rules.resources, incident: { icon: "siren", href: incidentPath } },
  actions: [...rules.actions, { ...writing, title: "Create incident", icon: "plus", href: CREATE_PATH }],
  finder: async () => (await import("./places/find.ts")).find,
  slots: {
    "header.bell": [{ ...guard, title: "Incidents", load: () => import("./bell/IncidentCount.tsx") }],
    "notifications.top": [{ ...guard, title: "Incidents", load: () => import("./bell/IncidentsOfPerson.tsx") }],
    "check.actions": [
      { ...writing, title: "Attach as Evidence", load: async () => ({ Link: (await links()).LinkCheck }) },
    ],
    "config.actions": [
      { ...writing, title: "Link to Incident", load: async () => ({ Link: (await links()).LinkConfig }) },
    ],
    "config_lines.actions": [
      { ...writing, title: "Attach as Evidence", load: async () => ({ Link: (await links()).LinkConfigLines }) },
    ],
    "config_change.actions": [
      { ...writing, title: "Attach as Evidence", load: async () => ({ Link: (await links()).LinkChange }) },
    ],
    "config_analysis.actions": [
      { ...writing, title: "Attach as Evidence", load: async () => ({ Link: (await links()).LinkInsight }) },
    ],
    "component.menu": [
      {
        ...writing,
        title: "Link to Incident",
        icon: "siren",
        load: async () => ({ Link: (await links()).LinkComponent }),
      },
    ],
    "log_lines.actions": [
      { ...writing, title: "Attach as Evidence", load: async () => ({ Link: (await links()).LinkLines }) },
    ],
    "component.panels": [
      { ...guard, title: "Incidents", icon: "siren", load: () => import("./places/IncidentsOfComponent.tsx") },
    ],
    "config.tabs": [
      { ...guard, title: "Incidents", isUncounted: true, load: () => import("./places/IncidentsOfConfig.tsx") },
    ],
  },
};
