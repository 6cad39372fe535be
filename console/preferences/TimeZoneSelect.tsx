import { Combobox } from "@base-ui/react/combobox";
import { useState } from "react";
import { usePreference } from "#console/preference.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { browserZone, type TimeZoneOption, timeZoneOptions } from "#lib/time/time-zone.ts";
import { timeZone } from "./preferences.ts";
import { besideInput } from "#console/widgets/form/control-look.ts";

/** The browser's zone, then all zones from west to east, with a search. */
export function TimeZoneSelect({ id }: { id: string }) {
  const chosen = usePreference(timeZone);
  const [zones] = useState(() => timeZoneOptions(Date.now()));
  return (
    <Combobox.Root
      items={zones}
      value={zones.find(({ name }) => name === chosen) ?? zones[0] ?? null}
      onValueChange={(zone: TimeZoneOption | null) => timeZone.set(zone?.name ?? browserZone)}
      itemToStringLabel={(zone) => zone?.label ?? ""}
      isItemEqualToValue={(a, b) => a?.name === b?.name}
      autoHighlight
    >
      <div className="relative">
        <Combobox.Input
          id={id}
          className="h-control w-full truncate rounded-md border border-line-strong bg-surface pr-8 pl-2.5 outline-offset-0 hover:border-muted focus-visible:border-focus focus-visible:outline-1"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Combobox.Trigger
          {...besideInput}
          aria-label="Show time zones"
          className="absolute top-0 right-0 flex size-control items-center justify-center text-muted"
        >
          <Icon name="chevrons-up-down" size={14} />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50">
          <Combobox.Popup className="max-h-64 w-(--anchor-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 shadow-raised">
            <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">No options found</Combobox.Empty>
            <Combobox.List>
              {(zone: TimeZoneOption) => (
                <Combobox.Item
                  key={zone.name}
                  value={zone}
                  className="flex min-h-[max(1.75rem,var(--touch))] cursor-default items-center gap-2 rounded-sm px-2 select-none data-highlighted:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{zone.label}</span>
                  <Combobox.ItemIndicator>
                    <Icon name="check" size={14} className="text-link" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
