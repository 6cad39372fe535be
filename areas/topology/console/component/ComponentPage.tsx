import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { isId } from "#console/resources/resource-client.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { DetailSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { ancestorIds, componentPath } from "../card/component-path.ts";
import { namesOf, storedComponent } from "../parts/component-query.ts";
import { ComponentBody } from "./ComponentBody.tsx";
import { useComponent } from "./use-component.ts";

const TOPOLOGY = { title: "Topology", href: "/topology" };

/** The page of a component: breadcrumb, children, and details at the side. */
export function ComponentPage() {
  const { id = "" } = useParams({ strict: false });
  // The key resets the state of the page for another component.
  return isId(id) ? <Shown key={id} id={id.toLowerCase()} /> : <Missing id={undefined} />;
}

function Shown({ id }: { id: string }) {
  const { found, component } = useComponent(id);
  const { data: ancestors = [] } = useQuery(namesOf(component ? ancestorIds(component) : []));
  if (found.isSuccess && !found.isPlaceholderData && !component) return <Missing id={id} />;
  const parents = ancestors.map(({ id: ancestor, name, text }) => ({
    title: text || name,
    href: componentPath(ancestor),
  }));
  return (
    <Page
      title={component ? component.text || component.name : "Component"}
      hasTitleBelow
      parents={[TOPOLOGY, ...parents]}
      refresh={found}
    >
      {component ? (
        <ComponentBody component={component} />
      ) : (
        <div className="p-4">
          <DetailSkeleton label="the component" />
        </div>
      )}
    </Page>
  );
}

function Missing({ id }: { id: string | undefined }) {
  const { data } = useQuery({ ...storedComponent(id ?? ""), enabled: id !== undefined });
  const deleted = data?.[0];
  return (
    <Page title="Component" parents={[TOPOLOGY]}>
      <Notice
        title="Component not found"
        action={
          <Link to="/topology" className="text-link hover:underline">
            Back to the topology
          </Link>
        }
      >
        {deleted?.deleted_at ? (
          <>
            {deleted.text || deleted.name} was deleted <Age since={deleted.deleted_at} />. The dashboard can show the
            topology as it was.
          </>
        ) : (
          "The component does not exist, or you do not have permission to see it."
        )}
      </Notice>
    </Page>
  );
}
