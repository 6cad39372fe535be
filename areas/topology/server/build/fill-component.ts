// Fills the components and checks of `forEach` with the values of the component that they belong to. These values are
// external data: they must not become part of a command, and templates or references in them must stay plain text.
import { becomesReference } from "#server/spec/fill.ts";
import { templatedPlaces } from "#server/spec/templated-places.ts";
import { actingType, canarySpec } from "#areas/health/server/index.ts";
import type { ComponentSpec, PropertySpec } from "../spec.ts";
import { BuildFault } from "./build-fault.ts";
import type { BuiltCheck } from "./component.ts";
import { fillTexts, hasTemplate, literalTemplate, type FilledText, type Values } from "./fill-texts.ts";

/** Matches templates that read the component; a canary's other templates are filled when it runs. */
const readsComponent = (text: string) => /\.(?:component|properties)\b/.test(text);

/** An inline canary has the name and the labels of its component. */
const readsOutside = (text: string) => /\.(?:component|properties|canary)\b/.test(text);

/**
 * Component fields that are not templates. All other fields are rendered again with the values of the component itself.
 */
const plainFields: ReadonlySet<unknown> = new Set(["icon", "configID", "statusExpr", "healthExpr"]);

/** Fills a component and its children; the templates of their own `forEach` read other components. */
export async function fillComponent(spec: ComponentSpec, values: Values): Promise<ComponentSpec> {
  const { forEach, components, lookup, properties, checks, ...own } = spec;
  const write = ({ filled, path: [field] }: FilledText) => (plainFields.has(field) ? filled : literalTemplate(filled));
  const children = components as readonly ComponentSpec[] | undefined;
  return {
    ...(await fillTexts(own, values, { isFilled: readsComponent, write })),
    ...(lookup && { lookup: await fillCanary(lookup, values) }),
    ...(properties && { properties: await all(properties, (property) => fillProperty(property, values)) }),
    ...(checks && { checks: await fillChecks(checks, values) }),
    ...(children && { components: await all(children, (child) => fillComponent(child, values)) }),
    ...(forEach !== undefined && { forEach }),
  };
}

/** Expression fields, which are not templates. */
const otherNotations: ReadonlySet<unknown> = new Set(["expr", "javascript", "jsonPath", "jsonpath"]);

async function fillProperty({ lookup, ...written }: PropertySpec, values: Values): Promise<PropertySpec> {
  const write = ({ filled, path }: FilledText) => (otherNotations.has(path.at(-1)) ? filled : literalTemplate(filled));
  return {
    ...(await fillTexts(written, values, { isFilled: readsComponent, write })),
    ...(lookup && { lookup: await fillCanary(lookup, values) }),
  };
}

export const fillChecks = (checks: readonly BuiltCheck[], values: Values): Promise<BuiltCheck[]> =>
  all(checks, async ({ inline, ...check }) => ({
    ...(await fillTexts(check, values, { isFilled: readsComponent })),
    ...(inline && { inline: await fillCanary(inline, values) }),
  }));

type Canary = NonNullable<ComponentSpec["lookup"]>;

async function fillCanary(canary: Canary, values: Values): Promise<Canary> {
  const acting = actingType(canary);
  if (acting !== undefined && hasTemplate(canary, readsOutside))
    throw new BuildFault(
      `A check of the type ${acting} in forEach cannot contain values of the component, because they are external data.`,
    );
  const templates = new Set(templatedPlaces(canarySpec, canary).map(({ path }) => path.join("\0")));
  return fillTexts(canary, values, {
    isFilled: readsComponent,
    write({ filled, path, written }) {
      if (becomesReference(written, filled, String(path.at(-1))))
        throw new BuildFault(
          `${path.join(".")} would become a reference, which must be written literally: references in values of the component are not resolved.`,
        );
      return templates.has(path.join("\0")) || path.at(-1) === "template" ? literalTemplate(filled) : filled;
    },
  });
}

const all = <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> =>
  Promise.all(items.map(work));
