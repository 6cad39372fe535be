import { useQueries } from "@tanstack/react-query";
import { Suspense } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type { SlotEntry, SlotName, Slots } from "./area.ts";
import { type LazyPart, lazyPart } from "#console/widgets/lazy-part.tsx";
import { onlyComponent, useRegistry } from "./registry.ts";

interface SlotProps<Name extends SlotName> {
  name: Name;
  /** The props for the components in this slot. */
  of: Slots[Name];
}

/** Renders the entries that any area contributes to a slot. */
export function Slot<Name extends SlotName>({ name, of }: SlotProps<Name>) {
  return useSlot(name).map((entry) => <SlotContent key={entry.title} entry={entry} of={of} />);
}

/** Returns the entries of a slot that this person may use now, for components that render them in their own way. */
export function useSlot<Name extends SlotName>(name: Name): readonly SlotEntry<Slots[Name]>[] {
  const access = useAccess();
  const entries = useRegistry()
    .slot(name)
    .filter((entry) => isOpen(entry, access));
  const conditions = entries.flatMap(({ when }) => when ?? []);
  const isMet = useQueries({
    queries: conditions.map((when) => when()),
    combine: (results) => results.map(({ data }) => data === true),
  });
  return entries.filter(({ when }) => when === undefined || isMet[conditions.indexOf(when)]);
}

/** One entry of a slot. It has no skeleton while its code is loaded, because it may render nothing. */
export function SlotContent<Props extends object>({ entry, of }: { entry: SlotEntry<Props>; of: Props }) {
  const Component = componentOf(entry);
  return <Suspense fallback={null}>{Component && <Component {...of} />}</Suspense>;
}

// Components are cached, since a new component for each render would be loaded and mounted again.
const parts = new WeakMap<object, LazyPart<never>>();

function componentOf<Props extends object>(entry: SlotEntry<Props>): LazyPart<Props> | undefined {
  const { load } = entry;
  if (!load) return undefined;
  const known = parts.get(entry) as LazyPart<Props> | undefined;
  if (known) return known;
  const part = lazyPart(async () => onlyComponent(await load()));
  parts.set(entry, part as LazyPart<never>);
  return part;
}
