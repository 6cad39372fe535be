// `push`: sends the built tree to another server, in the form that POST /api/push/topology accepts.
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import { failureOf, openWebServer, reachFor } from "#areas/connections/server/index.ts";
import type { BuildOptions, RunnableTopology } from "../build/build-context.ts";
import type { BuiltTree } from "../build/build.ts";
import type { BuiltComponent } from "../build/component.ts";
import type { TopologySpec } from "../spec.ts";

/** Returns why the tree could not be pushed; undefined if it was pushed, or if there is nothing to push. */
export async function pushTree(
  system: System,
  topology: RunnableTopology,
  tree: BuiltTree & { isWhole: boolean },
  { signal, scrubber }: BuildOptions,
): Promise<string | undefined> {
  const { push } = topology.spec as TopologySpec;
  if (push === undefined || (!push.url && !push.connection)) return undefined;
  const { id, name, namespace, trust } = topology;
  const reach = reachFor(system, {
    subject: { kind: "topology", id, name, namespace },
    namespace,
    scrubber,
    purpose: "push",
    system,
  });
  try {
    const server = await openWebServer(push, { ...reach, outbound: system.outbound(trust), signal, scrubber });
    const body = JSON.stringify(scrubber.document(bodyOf(topology, tree)));
    const answer = await server.post("", body, "application/json");
    return answer.status < 300
      ? undefined
      : `The tree could not be pushed: the server returned status ${answer.status}.`;
  } catch (error) {
    if (signal.aborted) throw error;
    return `The tree could not be pushed: ${scrubber.text(failureOf(error).message)}`;
  }
}

type Pushed = Readonly<Record<string, Json>>;

/**
 * The receiver deletes components that are missing from the body, so one body has all roots. A single root is the body
 * itself, which every receiver supports.
 */
function bodyOf(
  { id, name, namespace }: RunnableTopology,
  { roots, foreignParents, isWhole }: BuiltTree & { isWhole: boolean },
): object {
  const all = [...roots, ...foreignParents.keys()].map(pushed);
  const [only] = all;
  const content = all.length === 1 && only!["name"] === name ? only : { name, namespace, roots: all };
  return { ...content, topology_id: id, is_partial: !isWhole };
}

function pushed(component: BuiltComponent): Pushed {
  const { name, type, externalId, text, namespace, icon, tooltip, owner, description, lifecycle, labels } = component;
  const { hidden, order, health, status, statusReason, statusExpr, healthExpr, properties, logs, components } =
    component;
  const { keepsProperties, isIncomplete } = component;
  return JSON.parse(
    JSON.stringify({
      name,
      type,
      external_id: externalId,
      text,
      namespace,
      icon,
      tooltip,
      owner,
      description,
      lifecycle,
      labels,
      hidden,
      order,
      health,
      status,
      status_reason: statusReason,
      status_expr: statusExpr,
      health_expr: healthExpr,
      properties,
      keeps_properties: keepsProperties,
      is_incomplete: isIncomplete,
      logs,
      components: components.map(pushed),
    }),
  ) as Pushed;
}
