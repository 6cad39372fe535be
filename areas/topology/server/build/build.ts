// Builds the tree of components that a topology describes. A fault in one part is reported and does not affect the
// others.
import { Unreadable } from "#lib/text/unreadable.ts";
import type { ComponentSpec, TopologySpec } from "../spec.ts";
import type { BuildContext } from "./build-context.ts";
import { BuildFault, TreeTooLarge } from "./build-fault.ts";
import { emptyComponent, sizeOf, templateValues, type BuiltComponent } from "./component.ts";
import { fillChecks, fillComponent } from "./fill-component.ts";
import { fillTexts } from "./fill-texts.ts";
import { findGroups, maxGroups, withLabel, withTag } from "./group-by.ts";
import { flattened, lookUp } from "./look-up.ts";
import { placeParents, type ForeignParents } from "./parents.ts";
import { addProperties } from "./properties.ts";
import { readComponent } from "./read-component.ts";

export interface BuiltTree {
  roots: readonly BuiltComponent[];
  /** Components whose parent belongs to a different topology. */
  foreignParents: ForeignParents;
}

export async function buildTree(context: Omit<BuildContext, "group">): Promise<BuiltTree> {
  const spec = context.topology.spec as TopologySpec;
  const { groupBy } = spec;
  const roots: BuiltComponent[] = [];
  if (groupBy?.tag) {
    const groups = await groupsOf(context, { ...groupBy, tag: groupBy.tag });
    for (const group of groups) roots.push(await buildRoot({ ...context, group }, spec));
  } else roots.push(await buildRoot(context, spec));
  return { roots, foreignParents: await placeParents(context, roots) };
}

async function groupsOf(
  { system, log }: Omit<BuildContext, "group">,
  groupBy: { tag: string } & NonNullable<TopologySpec["groupBy"]>,
) {
  try {
    const { groups, isPartial } = await findGroups(system, { tag: groupBy.tag, selector: groupBy.selector });
    if (isPartial)
      log.fail(
        `The tag ${groupBy.tag} has more than ${maxGroups} values. Roots are built for the first ones; the other roots are not changed. Select fewer items with groupBy.selector.`,
        { keeps: true },
      );
    return groups;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    log.fail(`groupBy.selector cannot be read: ${error.message}`, { keeps: true });
    return [];
  }
}

async function buildRoot(context: BuildContext, spec: TopologySpec): Promise<BuiltComponent> {
  const { topology, group, log } = context;
  const name = group ? `${topology.name} (${group.value})` : topology.name;
  const root: BuiltComponent = {
    ...emptyComponent(name),
    type: spec.type,
    text: spec.text ?? spec.label,
    icon: spec.icon,
    tooltip: spec.tooltip,
    owner: spec.owner,
    namespace: topology.namespace,
    statusExpr: spec.statusExpr,
    healthExpr: spec.healthExpr,
    configs: (spec.configs ?? []).map((query) => (group ? withTag(query, group) : query)),
  };
  log.found(1);
  if (spec.id !== undefined)
    await reported(context, root, async () => {
      root.externalId = (await fillTexts(spec.id!, { ...templateValues(root), topology })) || name;
    });
  const components: BuiltComponent[] = [];
  for (const child of spec.components ?? []) components.push(...(await buildComponent(context, child)));
  root.components = withoutVirtual(components);
  await addProperties(context, root, spec.properties ?? [], undefined);
  completeAll(context, root, spec.schedule);
  return root;
}

/** Replaces a single child of the type `virtual` with its children. */
function withoutVirtual(components: BuiltComponent[]): BuiltComponent[] {
  const [only] = components;
  return components.length === 1 && only!.type === "virtual" ? only!.components : components;
}

/** Reports a fault in this component; the other components are still built. */
async function reported(context: BuildContext, component: BuiltComponent, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BuildFault) || error instanceof TreeTooLarge) throw error;
    component.isIncomplete = true;
    context.log.fail(`${component.name}: ${error.message}`, { keeps: true });
  }
}

/** Returns no component if the component's own fields cannot be filled in. */
async function buildComponent(context: BuildContext, spec: ComponentSpec): Promise<BuiltComponent[]> {
  context.signal.throwIfAborted();
  let component: BuiltComponent;
  try {
    component = await readSpec(context, spec, emptyComponent(spec.name));
  } catch (error) {
    if (!(error instanceof BuildFault)) throw error;
    context.log.fail(`${spec.name}: ${error.message}`, { keeps: true });
    return [];
  }
  return [await completed(context, spec, component)];
}

/** Adds the children and properties of the spec to the component. */
async function completed(
  context: BuildContext,
  spec: ComponentSpec,
  component: BuiltComponent,
): Promise<BuiltComponent> {
  context.log.found(1);
  const { lookup } = spec;
  let children: BuiltComponent[] = [];
  if (lookup === undefined)
    for (const child of (spec.components ?? []) as ComponentSpec[])
      children.push(...(await buildComponent(context, child)));
  else {
    const found = await lookUpComponents(context, component, lookup);
    // If the lookup fails, nothing is known about its components, so the stored components are kept.
    if (found === undefined) component.keepsProperties = true;
    children = found ?? [];
  }
  const each = spec.forEach as ForEach | undefined;
  if (each)
    for (const child of children) {
      await reported(context, child, () => applyToEach(context, each, child));
      child.components = withoutVirtual(child.components);
    }
  component.components = children;
  await addProperties(context, component, spec.properties ?? [], lookup === undefined ? undefined : children);
  component.components = withoutVirtual(component.components);
  return component;
}

async function lookUpComponents(
  context: BuildContext,
  component: BuiltComponent,
  lookup: object,
): Promise<BuiltComponent[] | undefined> {
  try {
    const { values, partial } = await lookUp(context, lookup as Readonly<Record<string, unknown>>, {
      namesItems: true,
    });
    const found = flattened(values).map(readComponent);
    if (partial !== undefined)
      context.log.fail(
        `The lookup of ${component.name} found only some of its components, so the other components are not changed: ${partial}`,
        { keeps: true },
      );
    context.log.found(sizeOf(found));
    return found;
  } catch (error) {
    if (!(error instanceof BuildFault) || error instanceof TreeTooLarge) throw error;
    context.log.fail(`The lookup of ${component.name} failed, so its components are not changed: ${error.message}`, {
      keeps: true,
    });
    return undefined;
  }
}

interface ForEach {
  components?: readonly ComponentSpec[];
  properties?: ComponentSpec["properties"];
  configs?: ComponentSpec["configs"];
  selectors?: ComponentSpec["selectors"];
  checks?: ComponentSpec["checks"];
}

async function applyToEach(context: BuildContext, each: ForEach, component: BuiltComponent): Promise<void> {
  const values = templateValues(component);
  const fill = <Value>(value: Value | undefined) => fillTexts(value, values);
  const { group } = context;
  component.configs = [
    ...component.configs,
    ...((await fill(each.configs)) ?? []).map((one) => (group ? withTag(one, group) : one)),
  ];
  component.selectors = [
    ...component.selectors,
    ...((await fill(each.selectors)) ?? []).map((one) => (group ? withLabel(one, group) : one)),
  ];
  component.checks = [...component.checks, ...(await fillChecks(each.checks ?? [], values))];
  await addProperties(context, component, each.properties ?? [], undefined);
  for (const child of each.components ?? []) {
    const filled = await fillComponent(child, values);
    component.components.push(...(await buildComponent(context, filled)));
  }
}

/** Reads a component's own fields from its spec. */
async function readSpec(
  { group }: BuildContext,
  spec: ComponentSpec,
  component: BuiltComponent,
): Promise<BuiltComponent> {
  const {
    id,
    name,
    text,
    type,
    namespace,
    icon,
    tooltip,
    owner,
    order,
    labels = {},
    hidden,
    lifecycle,
    externalID,
    configID,
    health,
    status,
    statusExpr,
    healthExpr,
    selectors = [],
    configs = [],
    checks = [],
    logs = [],
    parentLookup,
  } = spec;
  const own = { ...component, type, namespace, labels, owner, icon, health, status };
  const filled = await fillTexts(
    {
      id,
      name,
      text,
      type,
      namespace,
      tooltip,
      owner,
      labels,
      lifecycle,
      externalID,
      status,
      selectors,
      configs,
      logs,
      parentLookup,
    },
    templateValues(own),
  );
  return {
    ...component,
    name: filled.name,
    type: filled.type,
    externalId: filled.id || filled.externalID || filled.name,
    text: filled.text,
    namespace: filled.namespace,
    icon,
    tooltip: filled.tooltip,
    owner: filled.owner,
    labels: { ...filled.labels },
    hidden,
    order,
    lifecycle: filled.lifecycle,
    configId: configID,
    health,
    status: filled.status,
    statusExpr,
    healthExpr,
    selectors: filled.selectors.map((one) => (group ? withLabel(one, group) : one)),
    configs: filled.configs.map((one) => (group ? withTag(one, group) : one)),
    checks,
    logs: filled.logs,
    parentLookup: filled.parentLookup,
  };
}

/** Sets the defaults that components inherit from their topology. */
function completeAll({ topology, group }: BuildContext, root: BuiltComponent, schedule: string | undefined): void {
  const common = { ...topology.labels, ...(group && { [group.tag]: group.value }) };
  const complete = (component: BuiltComponent) => {
    component.namespace ??= topology.namespace;
    component.schedule ??= schedule;
    component.labels = { ...common, ...component.labels };
    component.components.forEach(complete);
  };
  complete(root);
}
