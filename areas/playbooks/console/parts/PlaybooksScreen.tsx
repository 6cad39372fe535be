import type { ReactNode } from "react";
import type { Crumb } from "#console/shell/Header.tsx";
import { Page, type Refreshable } from "#console/shell/Page.tsx";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { PLAYBOOKS, RUNS } from "./paths.ts";

interface PlaybooksScreenProps {
  title: string;
  parents?: readonly Crumb[];
  actions?: ReactNode;
  refresh?: Refreshable;
  children: ReactNode;
}

/** The frame of the playbook list and the run list. */
export const PlaybooksScreen = ({ title, parents = [], actions, refresh, children }: PlaybooksScreenProps) => (
  <Page title={title} parents={parents} actions={actions} {...(refresh && { refresh })}>
    <div className="flex h-full min-h-0 flex-col">
      <TabLinks
        label="Playbooks"
        tabs={[
          { href: PLAYBOOKS, label: "Playbooks", icon: "circle-play" },
          { href: RUNS, label: "Runs", icon: "history" },
        ]}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </div>
  </Page>
);
