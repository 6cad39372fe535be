// The zone that a person wants to see times in: the browser's, or one by its name.
import { isTimeZone, MINUTE, offsetAt } from "./zoned-time.ts";

/** How the preference says: whatever this machine is set to. */
export const browserZone = "Browser";

/** A name that Intl knows, whatever the preference holds. */
export const zoneOfPreference = (preference: string) =>
  preference !== browserZone && isTimeZone(preference)
    ? preference
    : new Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface TimeZoneOption {
  name: string;
  /** "Europe/Berlin (+01:00)" */
  label: string;
}

/** The browser's own first, then all from west to east as their clocks stand now. */
export function timeZoneOptions(now: number): TimeZoneOption[] {
  const names = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
  const zones = names.map((name) => ({ name, offset: offsetAt(now, name) }));
  zones.sort((a, b) => a.offset - b.offset || (a.name < b.name ? -1 : 1));
  const own = zoneOfPreference(browserZone);
  return [
    { name: browserZone, label: `${browserZone} (${own}, ${printOffset(offsetAt(now, own))})` },
    ...zones.map(({ name, offset }) => ({ name, label: `${name} (${printOffset(offset)})` })),
  ];
}

export function printOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (figure: number) => String(figure).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
