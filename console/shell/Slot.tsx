import { useQueries } from "@tanstack/react-query";
import { Suspense } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type { Loader, SlotEntry, SlotName, Slots } from "./area.ts";
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
export const SlotContent = <Props extends object>({ entry, of }: { entry: SlotEntry<Props>; of: Props }) => (
  <Loaded load={entry.load} of={of} />
);

/** The badge of a tab. */
export const SlotBadge = <Props extends object>({ entry, of }: { entry: SlotEntry<Props>; of: Props }) => (
  <Loaded load={entry.badge} of={of} />
);

function Loaded<Props extends object>({ load, of }: { load: Loader<Props> | undefined; of: Props }) {
  const Component = load && componentOf(load);
  return <Suspense fallback={null}>{Component && <Component {...of} />}</Suspense>;
}

// Components are cached, since a new component for each render would be loaded and mounted again.
const parts = new WeakMap<object, LazyPart<never>>();

function componentOf<Props extends object>(load: Loader<Props>): LazyPart<Props> {
  const known = parts.get(load) as LazyPart<Props> | undefined;
  if (known) return known;
  const part = lazyPart(async () => onlyComponent(await load()));
  parts.set(load, part as LazyPart<never>);
  return part;
}
