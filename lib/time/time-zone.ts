// The time zone of the user's preference: the time zone of the browser, or a named time zone.
import { isTimeZone, MINUTE, offsetAt } from "./zoned-time.ts";

/** The preference value for the zone of the browser. */
export const browserZone = "Browser";

/** Returns a zone that Intl supports, for any value of the preference. */
export const zoneOfPreference = (preference: string) =>
  preference !== browserZone && isTimeZone(preference)
    ? preference
    : new Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface TimeZoneOption {
  name: string;
  /** A label such as "Europe/Berlin (+01:00)". */
  label: string;
}

/** Lists the browser's zone first, then all zones from west to east by their current offset. */
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
