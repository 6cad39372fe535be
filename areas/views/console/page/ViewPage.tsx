import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { db, rows } from "#console/client/rows.ts";
import { isId } from "#console/resources/resource-client.ts";
import { Page } from "#console/shell/Page.tsx";
import { CardsSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { DEFAULT_NAMESPACE } from "../data/view-ref.ts";
import { MissingView } from "./MissingView.tsx";
import { ViewScreen } from "./ViewScreen.tsx";

/** The namespace and name, which the request for the data needs, and the title and icon. */
const summaryOf = (id: string) =>
  rows(["views_summary", id], () => db.from("views_summary").select("id,namespace,name,title,icon").eq("id", id), {
    of: ["views"],
  });

/**
 * The page of a view. Its URL contains the id of the view, or its name and perhaps its namespace, for links that people
 * write by hand.
 */
export function ViewPage() {
  const { id = "", namespace = DEFAULT_NAMESPACE, name } = useParams({ strict: false });
  if (name === undefined) return <ViewWithId id={id} />;
  return <ViewScreen key={`${namespace}/${name}`} namespace={namespace} name={name} title={name} icon="workflow" />;
}

function ViewWithId({ id }: { id: string }) {
  const found = useQuery({ ...summaryOf(id), enabled: isId(id) });
  const view = found.data?.[0];
  if (!isId(id) || (found.data && !view)) return <MissingView />;
  if (!view)
    return (
      <Page title="View" refresh={found}>
        <div className="p-4">
          <CardsSkeleton label="view" />
        </div>
      </Page>
    );
  return (
    <ViewScreen
      key={id}
      id={id}
      namespace={view.namespace || DEFAULT_NAMESPACE}
      name={view.name}
      title={view.title || view.name}
      icon={view.icon || "workflow"}
    />
  );
}
