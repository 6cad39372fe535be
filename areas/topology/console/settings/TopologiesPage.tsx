import { useNavigate } from "@tanstack/react-router";
import { useActor } from "#console/access/access.ts";
import { useResourceList } from "#console/resources/ResourceList.tsx";
import { Page } from "#console/shell/Page.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { BUILD_PATH, topologies } from "./topologies.ts";

/** The list of topologies. */
export function TopologiesPage() {
  const { content, actions, refresh } = useResourceList(topologies);
  const mayWrite = useActor().can("write", "topologies");
  const navigate = useNavigate();
  return (
    <Page
      title={topologies.title}
      refresh={refresh}
      actions={
        <>
          {mayWrite && (
            <Button icon="network" onClick={() => void navigate({ to: BUILD_PATH })}>
              Build a topology
            </Button>
          )}
          {actions}
        </>
      }
    >
      {content}
    </Page>
  );
}
