import type { ReactNode } from "react";
import { useActor } from "#console/access/access.ts";
import { Page, type Refreshable } from "#console/shell/Page.tsx";
import { oneOf, text, urlState, useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { later } from "#console/widgets/later.ts";
import { TabLinks } from "#console/widgets/tabs/TabLinks.tsx";
import { INCIDENTS } from "../parts/incident-path.ts";
import "#console/widgets/page-icons.ts";

/** `topology` is the component that the new incident is about. */
const createUrl = urlState({ create: oneOf(["no", "yes"], "no"), topology: text() });

const useCreateDialog = later("The form", async () => (await import("./CreateDialog.tsx")).CreateDialog);

interface IncidentsScreenProps {
  /** The title of the tab; undefined for the list tab. */
  title?: string;
  actions?: ReactNode;
  refresh?: Refreshable;
  children: ReactNode;
}

/** The frame of the pages about all incidents: tabs, and the dialog that creates an incident. */
export function IncidentsScreen({ title, actions, refresh, children }: IncidentsScreenProps) {
  const startCreating = useCreateIncident();
  const [{ create, topology }, change] = useUrl(createUrl);
  const isOpen = startCreating !== undefined && (create === "yes" || topology !== "");
  const close = () => void change({ create: undefined, topology: undefined }, { replace: true });
  const CreateDialog = useCreateDialog(isOpen, close);
  return (
    <Page
      title={title ?? "Incidents"}
      windowTitle={title === undefined ? "Incidents" : `Incidents ${title}`}
      parents={title === undefined ? [] : [{ title: "Incidents", href: INCIDENTS, isTab: true }]}
      actions={
        <>
          {actions}
          {startCreating && (
            <Button look="primary" icon="plus" onClick={startCreating}>
              Create incident
            </Button>
          )}
        </>
      }
      {...(refresh && { refresh })}
    >
      <div className="flex h-full min-h-0 flex-col">
        <TabLinks
          label="Incidents"
          tabs={[
            { href: INCIDENTS, label: "Incidents", icon: "siren" },
            { href: `${INCIDENTS}/board`, label: "Board", icon: "columns-3" },
            { href: `${INCIDENTS}/figures`, label: "Figures", icon: "chart-column" },
          ]}
        />
        <div className="min-h-0 flex-1">{children}</div>
      </div>
      {CreateDialog && <CreateDialog isOpen={isOpen} componentId={topology || undefined} onClose={close} />}
    </Page>
  );
}

/** Opens the dialog that creates an incident; undefined without the permission. */
export function useCreateIncident(): (() => void) | undefined {
  const mayWrite = useActor().can("write", "incident");
  const [, change] = useUrl(createUrl);
  return mayWrite ? () => void change({ create: "yes" }) : undefined;
}
