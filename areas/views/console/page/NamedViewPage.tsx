import { useParams } from "@tanstack/react-router";
import { DEFAULT_NAMESPACE } from "../data/view-ref.ts";
import { ViewScreen } from "./ViewScreen.tsx";

/** The page of a view at a URL with its namespace and name, for links that people write by hand. */
export function NamedViewPage() {
  const { namespace = DEFAULT_NAMESPACE, name = "" } = useParams({ strict: false });
  return <ViewScreen key={`${namespace}/${name}`} namespace={namespace} name={name} title={name} icon="workflow" />;
}
