import { ResourceList } from "#console/resources/ResourceList.tsx";
import { applicationResource } from "./application-resource.ts";

/** The list of applications. */
export function ApplicationsPage() {
  return <ResourceList resource={applicationResource} />;
}
