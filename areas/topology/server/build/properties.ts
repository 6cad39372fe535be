// The properties of a component: static properties, and properties that a lookup or a catalog item fills.
import type { Json } from "#language/columns.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { compile, type Notation } from "#lib/expression/compile.ts";
import { faultText } from "#lib/expression/check.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { toJson } from "#lib/expression/json-text.ts";
import { isMap, print } from "#lib/expression/values.ts";
import { findConfigs } from "#areas/catalog/server/index.ts";
import type { PropertySpec } from "../spec.ts";
import { toResourceSelector } from "../links/config-query.ts";
import type { BuildContext } from "./build-context.ts";
import { BuildFault } from "./build-fault.ts";
import { templateValues, withDescendants, type BuiltComponent, type BuiltProperty } from "./component.ts";
import { fillTexts } from "./fill-texts.ts";
import { withTag } from "./group-by.ts";
import { flattened, lookUp } from "./look-up.ts";
import { readProperties, readProperty } from "./read-component.ts";

/** Overwrites the fields that the lookup result sets. */
export function mergeProperty(property: BuiltProperty, found: BuiltProperty): void {
  for (const [field, value] of Object.entries(found)) {
    if (field === "name" || value === undefined || value === null) continue;
    if (field === "order" && Number(value) <= 0) continue;
    (property as Record<string, unknown>)[field] = value;
  }
}

/** Adds a property, or merges it with the property of the same name. */
export function putProperty({ properties }: BuiltComponent, found: BuiltProperty): void {
  const known = properties.find(({ name }) => name === found.name);
  if (known) mergeProperty(known, found);
  else properties.push({ ...found });
}

/**
 * Adds the properties of a spec to the component. `found` are the components of its lookup, or undefined without a
 * lookup: results without a component name apply to all of these components.
 */
export async function addProperties(
  context: BuildContext,
  component: BuiltComponent,
  specs: readonly PropertySpec[],
  found: readonly BuiltComponent[] | undefined,
): Promise<void> {
  for (const spec of specs) {
    context.signal.throwIfAborted();
    const { lookup, configLookup, summary, ...written } = spec;
    try {
      const property = (await fillTexts(written, templateValues(component))) as BuiltProperty;
      if (lookup !== undefined) await applyLookup(context, { component, property, lookup, found });
      else if (configLookup !== undefined) {
        const text = await textFromConfig(context, component, configLookup);
        putProperty(component, text === undefined ? property : { ...property, text });
      } else putProperty(component, property);
      if (summary !== undefined) await summarise(component, property.name, summary);
    } catch (error) {
      if (!(error instanceof BuildFault)) throw error;
      // Keeps the stored property values of the component.
      for (const each of lookup === undefined ? [component] : withDescendants(component)) each.keepsProperties = true;
      for (const each of found ?? []) each.keepsProperties = true;
      context.log.fail(`${component.name}: the property ${spec.name} could not be looked up: ${error.message}`, {
        keeps: false,
      });
    }
  }
}

interface Application {
  component: BuiltComponent;
  property: BuiltProperty;
  lookup: object;
  found: readonly BuiltComponent[] | undefined;
}

async function applyLookup(
  context: BuildContext,
  { component, property, lookup, found: targets = [component] }: Application,
): Promise<void> {
  const { values: found, partial } = await lookUp(context, lookup as Readonly<Record<string, unknown>>);
  applyValues(flattened(found), { component, property, targets });
  // An incomplete result is reported after its values are applied; the caller keeps the other stored values.
  if (partial !== undefined) throw new BuildFault(partial);
}

function applyValues(
  values: readonly Json[],
  {
    component,
    property,
    targets,
  }: Pick<Application, "component" | "property"> & { targets: readonly BuiltComponent[] },
): void {
  const [first] = values;
  if (values.length === 1 && (typeof first !== "object" || first === null)) {
    putProperty(component, { ...property, text: String(first) });
    return;
  }
  const named = byName([component, ...targets.flatMap((target) => [...withDescendants(target)])]);
  for (const value of values) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new BuildFault(`${JSON.stringify(value)} is neither a property nor a component with properties.`);
    const fields = value as Readonly<Record<string, Json>>;
    if (fields["properties"] === undefined) {
      const read = readProperty(fields);
      if (!read) throw new BuildFault(`A property has no name: ${JSON.stringify(value).slice(0, 200)}`);
      const whole = read.name === property.name ? { ...property, ...read } : read;
      for (const target of targets) putProperty(target, whole);
      continue;
    }
    for (const target of named.get(typeof fields["name"] === "string" ? fields["name"] : "") ?? [])
      for (const read of readProperties(fields["properties"])) {
        const known = target.properties.find(({ name }) => name === read.name);
        if (known) mergeProperty(known, read);
        else if (read.name === property.name) putProperty(target, { ...property, ...read });
        else
          throw new BuildFault(
            `The component ${target.name} has no property ${read.name}. Add the property to the component, or use a property name of the component in the lookup.`,
          );
      }
  }
}

function byName(components: readonly BuiltComponent[]): Map<string, BuiltComponent[]> {
  const named = new Map<string, BuiltComponent[]>();
  for (const component of new Set(components)) {
    const known = named.get(component.name);
    if (known) known.push(component);
    else named.set(component.name, [component]);
  }
  return named;
}

type ConfigLookup = NonNullable<PropertySpec["configLookup"]>;

/** Returns undefined if no config item matches. */
async function textFromConfig(
  { system, group }: BuildContext,
  component: BuiltComponent,
  { id, config = {}, field, display }: ConfigLookup,
): Promise<string | undefined> {
  if (field === undefined && display === undefined) throw new BuildFault("configLookup needs a display or a field.");
  const named = id === undefined ? undefined : component.properties.find(({ name }) => name === id);
  if (id !== undefined && !named?.text) throw new BuildFault(`The component has no property ${id} with a text value.`);
  const filled = await fillTexts(config, templateValues(component));
  const selector = toResourceSelector(named?.text === undefined ? filled : { ...filled, name: named.text });
  const items = await findConfigs(system, [group ? withTag(selector, group) : selector], { most: 1 }).catch(
    (error: unknown) => {
      throw error instanceof Unreadable
        ? new BuildFault(`The config selector cannot be read: ${error.message}`)
        : error;
    },
  );
  const [item] = items;
  if (!item) return undefined;
  const value = field === undefined ? undefined : valueAt(item["config"], field);
  if (display === undefined) return value === undefined ? undefined : printed(value);
  return printed(await evaluated(display, { ...item, field: value }));
}

function valueAt(document: unknown, path: string): unknown {
  return path
    .replace(/^\$?\.?(?:config\.)?/, "")
    .split(".")
    .reduce<unknown>((held, key) => (isMap(held) || Array.isArray(held) ? (held as never)[key] : undefined), document);
}

type Written = NonNullable<ConfigLookup["display"]>;

const notations = [
  ["expr", "cel"],
  ["template", "template"],
  ["javascript", "javascript"],
] as const satisfies readonly (readonly [keyof Written, Notation])[];

async function evaluated(written: Written, values: Readonly<Record<string, unknown>>): Promise<unknown> {
  try {
    for (const [key, notation] of notations) {
      const text = written[key];
      if (text !== undefined && text.trim() !== "") return await (await compile(notation, text)).run(values);
    }
    const path = written.jsonPath ?? written.jsonpath;
    return path === undefined ? undefined : valueAt(values, path);
  } catch (error) {
    if (error instanceof ExpressionFault) throw new BuildFault(faultText(error));
    throw error;
  }
}

const printed = (value: unknown): string =>
  Array.isArray(value) || isMap(value) ? toJson(value) : value === null || value === undefined ? "" : print(value);

/** `summary`: computes the text of the property from all properties of the component. */
async function summarise(component: BuiltComponent, name: string, summary: Written): Promise<void> {
  const text = printed(await evaluated(summary, templateValues(component)));
  if (text !== "") putProperty(component, { name, text });
}
