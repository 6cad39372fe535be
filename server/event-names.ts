// The names of all events that areas publish. Notification rules choose from them, so each area lists its events with a
// title and, for a recovery, the problems that it resolves.

/** The kinds of resources that an event can be about; each is the first word of its event names. */
export type EventKind = "check" | "config" | "component" | "canary" | "incident" | "playbook" | "agent";

export interface EventName {
  /** The name, such as `check.failed`. */
  name: string;
  title: string;
  /** Whether the event reports a problem that lasts until a recovery. */
  isProblem?: true;
  /** The problems that this event resolves. */
  ends?: readonly string[];
}

export interface EventNames {
  all: readonly EventName[];
  /** Whether an area publishes an event that the pattern selects: a name, a prefix with `*`, or `*`. */
  isPublished(pattern: string): boolean;
  isProblem(name: string): boolean;
  /** Returns the problems that the event resolves; empty for an event that is not a recovery. */
  endedBy(name: string): readonly string[];
  /** Whether an area handles recipients of this kind, such as playbook. */
  handles(recipient: string): boolean;
}

interface NamingArea {
  name: string;
  events?: readonly EventName[];
  recipients?: readonly string[];
}

/** Whether the pattern selects an event. */
export const selectsEvent = (pattern: string, name: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

export function createEventNames(areas: readonly NamingArea[]): EventNames {
  const byName = new Map<string, EventName>();
  for (const { name: area, events = [] } of areas)
    for (const event of events) {
      if (byName.has(event.name)) throw new Error(`${area} lists the event ${event.name} a second time`);
      byName.set(event.name, event);
    }
  const all = [...byName.values()];
  const recipients = new Set(areas.flatMap((area) => area.recipients ?? []));
  return {
    all,
    isPublished: (pattern) => all.some(({ name }) => selectsEvent(pattern, name)),
    isProblem: (name) => byName.get(name)?.isProblem ?? false,
    endedBy: (name) => byName.get(name)?.ends ?? [],
    handles: (recipient) => recipients.has(recipient),
  };
}
