import { useCall } from "#console/client/call.ts";
import { useResourceList } from "#console/resources/ResourceList.tsx";
import { Page } from "#console/shell/Page.tsx";
import { logBackends } from "../../contract.ts";
import { AddJournal } from "./AddJournal.tsx";
import { backendResource } from "./log-backends.ts";

/** The list of log backends. */
export function BackendsPage() {
  const { content, actions, refresh } = useResourceList(backendResource);
  const { data } = useCall(logBackends, {}, { relations: ["logging_backends"] });
  return (
    <Page
      title={backendResource.title}
      refresh={refresh}
      actions={
        <>
          {data?.offersJournal && <AddJournal />}
          {actions}
        </>
      }
    >
      {content}
    </Page>
  );
}
