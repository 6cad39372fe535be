import { read } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { PLAYBOOKS, playbookPath, runPath, RUNS, startPath } from "./parts/paths.ts";
import { playbookResource } from "./settings/playbook-resource.ts";

const guard = { feature: "playbooks", needs: read("playbooks") } as const;
const runs = { feature: "playbooks", needs: read("playbook_runs") } as const;
const running = { feature: "playbooks", needs: { action: "playbook:run", resource: "playbooks" } } as const;
const approving = { feature: "playbooks", needs: { action: "playbook:approve", resource: "playbooks" } } as const;
const editor = settingsResource(playbookResource);

export const playbooks: ConsoleArea = {
  name: "playbooks",
  pages: [
    {
      ...guard,
      path: PLAYBOOKS,
      title: "Playbooks",
      icon: "circle-play",
      menu: "main",
      order: 6,
      jump: "p",
      shape: "cards",
      load: () => import("./list/PlaybooksPage.tsx"),
    },
    { ...runs, path: RUNS, title: "Runs", load: () => import("./runs/RunsPage.tsx") },
    { ...runs, path: `${RUNS}/$id`, title: "Run", shape: "detail", load: () => import("./run/RunPage.tsx") },
    {
      ...guard,
      path: `${PLAYBOOKS}/$id`,
      title: "Playbook",
      shape: "detail",
      load: () => import("./list/PlaybookPage.tsx"),
    },
    ...editor.pages,
  ],
  resources: {
    playbook: { icon: "circle-play", href: playbookPath },
    playbook_run: { icon: "circle-play", href: runPath },
    // Palette results that open the run form of a playbook.
    "runnable-playbook": { icon: "play", href: (id) => startPath(id) },
  },
  finder: async () => (await import("./start/find-playbooks.ts")).findPlaybooks,
  actions: editor.actions,
  slots: {
    "config.actions": [{ ...running, title: "Playbooks", load: () => import("./start/RunForConfig.tsx") }],
    "component.actions": [{ ...running, title: "Playbooks", load: () => import("./start/RunForComponent.tsx") }],
    "check.actions": [{ ...running, title: "Playbooks", load: () => import("./start/RunForCheck.tsx") }],
    "config.tabs": [{ ...runs, title: "Playbooks", load: () => import("./runs/RunsOfConfig.tsx") }],
    "check.tabs": [{ ...runs, title: "Playbooks", load: () => import("./runs/RunsOfCheck.tsx") }],
    "component.panels": [
      { ...runs, title: "Playbooks", icon: "circle-play", load: () => import("./runs/RunsOfComponent.tsx") },
    ],
    "header.bell": [{ ...approving, title: "Approvals", load: () => import("./bell/WaitingCount.tsx") }],
    "notifications.top": [{ ...approving, title: "Approvals", load: () => import("./bell/WaitingList.tsx") }],
  },
};
