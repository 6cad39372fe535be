import { useQueries } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type { Loader, SlotEntry, SlotName, Slots } from "./area.ts";
import { type LazyPart, lazyPart } from "#console/widgets/lazy-part.tsx";
import { onlyComponent, useRegistry } from "./registry.ts";

interface SlotProps<Name extends SlotName> {
  name: Name;
  /** The props for the components in this slot. */
  of: Slots[Name];
  /** Shown in place of each entry while its code is loaded, so that the content below it does not move. */
  placeholder?: ReactNode;
}

/** Renders the entries that areas contribute to a slot. */
export function Slot<Name extends SlotName>({ name, of, placeholder }: SlotProps<Name>) {
  return useSlot(name).map((entry) => <Loaded key={entry.title} load={entry.load} of={of} placeholder={placeholder} />);
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

interface LoadedProps<Props> {
  load: Loader<Props> | undefined;
  of: Props;
  placeholder?: ReactNode;
}

function Loaded<Props extends object>({ load, of, placeholder = null }: LoadedProps<Props>) {
  const Component = load && componentOf(load);
  return <Suspense fallback={placeholder}>{Component && <Component {...of} />}</Suspense>;
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
