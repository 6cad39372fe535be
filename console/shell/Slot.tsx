import { type ComponentType, lazy, Suspense } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type { SlotEntry, SlotName, Slots } from "./area.ts";
import { onlyComponent, useRegistry } from "./registry.ts";

interface SlotProps<Name extends SlotName> {
  name: Name;
  /** What the place hands to whoever fills it. */
  of: Slots[Name];
}

/** A place that areas fill without this one knowing them. */
export function Slot<Name extends SlotName>({ name, of }: SlotProps<Name>) {
  return useSlot(name).map((entry) => <SlotContent key={entry.title} entry={entry} of={of} />);
}

/** The entries of a slot that are open to this person, for places that draw them in their own way. */
export function useSlot<Name extends SlotName>(name: Name): readonly SlotEntry<Slots[Name]>[] {
  const access = useAccess();
  return useRegistry()
    .slot(name)
    .filter((entry) => isOpen(entry, access));
}

/** One entry of a slot. Nothing stands in for it while its code is on the way: it may turn out to be nothing. */
export function SlotContent<Props extends object>({ entry, of }: { entry: SlotEntry<Props>; of: Props }) {
  const Component = componentOf(entry);
  return <Suspense fallback={null}>{Component && <Component {...of} />}</Suspense>;
}

// A lazy component must be the same one each time it is drawn, or it would be loaded and started anew.
const components = new WeakMap<object, ComponentType<never>>();

function componentOf<Props extends object>(entry: SlotEntry<Props>): ComponentType<Props> | undefined {
  const { load } = entry;
  if (!load) return undefined;
  let component = components.get(entry) as ComponentType<Props> | undefined;
  if (!component) {
    component = lazy(async () => ({ default: onlyComponent(await load()) })) as unknown as ComponentType<Props>;
    components.set(entry, component as ComponentType<never>);
  }
  return component;
}
