// The draft of a person's preferences. No side effects.
import type { Preferences, PreferencesChange } from "../../contract.ts";

export interface ChannelDraft {
  name: string | undefined;
  connection: string | undefined;
  url: string | undefined;
  properties: Readonly<Record<string, string>> | undefined;
}

export interface PreferencesDraft {
  channels: readonly ChannelDraft[];
  isQuiet: boolean;
  from: string;
  until: string;
  /** 1 for Monday to 7 for Sunday. */
  days: readonly number[];
  timeZone: string;
}

export interface FormPart {
  draft: PreferencesDraft;
  change: (part: Partial<PreferencesDraft>) => void;
  problems: PreferenceProblems;
}

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export const draftOf = (saved: Preferences, ownZone: string): PreferencesDraft => ({
  channels: (saved.channels ?? []).map(({ name, connection, url, properties }) => ({
    name,
    connection,
    url,
    properties,
  })),
  isQuiet: saved.quiet_from !== null,
  from: saved.quiet_from ?? "22:00",
  until: saved.quiet_until ?? "07:00",
  days: saved.quiet_days ?? everyDay,
  timeZone: saved.time_zone ?? ownZone,
});

export const changeOf = ({ channels, isQuiet, from, until, days, timeZone }: PreferencesDraft): PreferencesChange => ({
  channels: channels.map(withoutEmpty),
  time_zone: timeZone,
  quiet_from: isQuiet ? from : null,
  quiet_until: isQuiet ? until : null,
  quiet_days: isQuiet && days.length < everyDay.length ? [...days] : null,
});

const withoutEmpty = (channel: ChannelDraft) =>
  Object.fromEntries(Object.entries(channel).filter(([, value]) => value !== undefined && value !== ""));

export interface PreferenceProblems {
  /** The problems, by the index of the channel. */
  channels?: Readonly<Record<number, string>>;
  quiet?: string;
}

export function preferenceProblems({ channels, isQuiet, from, until, days }: PreferencesDraft): PreferenceProblems {
  const missing = channels.flatMap(({ connection, url }, index) =>
    connection || url ? [] : [[index, "Choose a connection or enter an address"] as const],
  );
  const quiet = !isQuiet
    ? undefined
    : from === "" || until === ""
      ? "Enter a start and an end"
      : from === until
        ? "The end must differ from the start"
        : days.length === 0
          ? "Choose at least one day"
          : undefined;
  return {
    ...(missing.length > 0 && { channels: Object.fromEntries(missing) }),
    ...(quiet !== undefined && { quiet }),
  };
}
