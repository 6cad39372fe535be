// Playbooks as a resource: their editor is that of all resources.
import type { SettingsResource } from "#console/resources/settings-resource.ts";

export const playbookResource: SettingsResource = {
  table: "playbooks",
  path: "/settings/playbooks",
  menu: "automation",
  title: "Playbooks",
  name: "Playbook",
  kind: "playbook",
  icon: "circle-play",
  purpose: "A playbook is a list of actions that people run by hand, or that events, schedules and webhooks start.",
  resource: "playbooks",
  feature: "settings.playbooks",
  namespace: "default",
  spec: () => import("./PlaybookSpec.tsx"),
};
