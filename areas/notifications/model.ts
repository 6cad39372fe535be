// Statuses and steps of messages, shared by the server and the console.

/** Every status of a message with its label, in the order of the filter. */
export const messageStatuses = {
  sent: "Sent",
  error: "Error",
  sending: "Sending",
  pending: "Pending",
  pending_playbook_run: "Pending Playbook Run",
  pending_playbook_completion: "Playbook In Progress",
  "evaluating-waitfor": "Evaluating WaitFor",
  attempting_fallback: "Attempting Fallback",
  "repeat-interval": "Repeated",
  silenced: "Silenced",
  grouped: "Grouped",
  digested: "Digested",
  inhibited: "Inhibited",
  skipped: "Skipped",
} as const;
export type MessageStatus = keyof typeof messageStatuses;
export const allMessageStatuses = Object.keys(messageStatuses) as MessageStatus[];

/** Statuses of messages that were not sent on their own. */
export const suppressedStatuses: readonly MessageStatus[] = [
  "repeat-interval",
  "silenced",
  "grouped",
  "digested",
  "inhibited",
  "skipped",
];

/** Statuses of messages that still wait. */
export const waitingStatuses: readonly MessageStatus[] = [
  "sending",
  "pending",
  "pending_playbook_run",
  "pending_playbook_completion",
  "evaluating-waitfor",
  "attempting_fallback",
];

/** The kinds of resources that messages are about: the first word of their event. */
export const messageKinds = ["config", "component", "check", "canary"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** A step of the decision about a message. */
export interface TrailStep {
  at: string;
  /** rule, filter, recipient, repeat-interval, silence, inhibition, dependency, group, rate-limit, wait, … */
  step: string;
  result: string;
  /** One sentence for people. */
  text: string;
  /** The row that caused the decision, such as a silence. */
  id?: string | undefined;
  /**
   * The name of the row with this id: of a silence, or of the resource of a message. Stored steps do not contain the
   * names of other resources.
   */
  name?: string | undefined;
}

/** One request to a channel and its response, without secrets. */
export interface MessageExchange {
  request: string;
  response?: string | undefined;
  status?: number | undefined;
}

/** The page that adds a silence for one resource. */
export const silencePath = (kind: MessageKind, id: string) => `/notifications/silences/add?${kind}_id=${id}`;

/** The messages of one resource. */
export const resourceMessagesPath = (id: string) => `/notifications/resource/${id}`;
