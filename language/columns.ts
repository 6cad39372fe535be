// The types of jsonb columns. The tag `@type` in the comment of a column contains its type.

import type { Json } from "#lib/json/json.ts";

export type { Json } from "#lib/json/json.ts";

/** Arbitrary key–value pairs that people and scrapers set. */
export type Labels = Readonly<Record<string, string>>;

/** The details of a job run that the console shows. Keys without content are left out. */
export interface JobDetails {
  errors?: readonly string[];
  summary?: Json;
  scrape_summary?: Json;
  /** The number of resources or items that the run deleted. */
  deleted?: number;
  /** The time at which the rate limit of the source ends. */
  rate_limit_reset?: string;
}

/** The recorded values of a row, by column. Secret values are left out. */
export type ToldValues = Readonly<Record<string, Json>>;

/** The current pause of a check. */
export interface Pause {
  at: string;
  /** Null for a pause without an end. */
  until: string | null;
  reason: string | null;
}

/** Additional fields of a person, such as the title shown under the name. */
export type PersonProperties = Readonly<Record<string, Json>>;

/** The authentication methods that a session was created with, and when each was completed. */
export type AuthenticationMethods = readonly {
  method: string;
  aal: "aal1" | "aal2";
  completed_at: string;
  /** For `oidc`: the identity provider. */
  provider?: string;
}[];

export interface IdentityTraits {
  name: { first: string; last: string };
  email: string;
}

/** A message of a sign-in form, with the numeric id that clients rely on. */
export interface FlowMessage {
  id: number;
  text: string;
  type: "info" | "error" | "success";
  context?: Readonly<Record<string, Json>>;
}

/** The messages of a sign-in form, and the value and messages of each field. */
export interface FlowUi {
  messages?: readonly FlowMessage[];
  fields?: Readonly<Record<string, { value?: string; messages?: readonly FlowMessage[] }>>;
}

/** The agent that a row came from. The fields are null if this system created the row itself. */
export interface AgentName {
  id: string | null;
  name: string | null;
}

/** A resource as lists show it. The available keys depend on its kind. */
export interface NamedThing {
  id: string;
  name: string;
  namespace?: string | null;
  title?: string | null;
  icon?: string | null;
  type?: string | null;
  config_class?: string | null;
}

export interface NamedPerson {
  id: string;
  name: string;
  avatar?: string | null;
  email?: string | null;
}

export type NamedPeople = readonly NamedPerson[];

/** The number of rows per value. */
export type Counts = Readonly<Record<string, number>>;

/** The number of rows per value, on two levels: `{security: {high: 2}}`. */
export type CountsOfCounts = Readonly<Record<string, Counts>>;

/** One fact about a component or a config item, and how to show it. */
export interface Property {
  name?: string;
  label?: string;
  type?: "url" | "badge" | "currency" | "text" | "age" | "hidden";
  text?: string;
  value?: number | string;
  unit?: string;
  icon?: string;
  color?: string;
  order?: number;
  headline?: boolean;
  links?: readonly { type?: string; url?: string; label?: string; text?: string }[];
  [more: string]: unknown;
}

export type Properties = readonly Property[];

/** The components that a team owns, and how to contact the team. */
export type TeamSpec = Readonly<Record<string, Json>>;

/**
 * The resources that a rule applies to: selectors by kind of resource. A resource is included if it matches at least
 * one selector.
 */
export type ObjectSelector = Readonly<Record<string, Json>>;

export type ConnectionProperties = Readonly<Record<string, string>>;

/** A playbook spec: parameters, conditions and actions. */
export type PlaybookSpec = Readonly<Record<string, Json>>;

/** A view spec: queries, panels and layout. */
export type ViewSpec = Readonly<Record<string, Json>>;

/** Recipients of a notification other than people and teams. */
export type CustomServices = readonly {
  name?: string;
  filter?: string;
  url?: string;
  connection?: string;
  properties?: Labels;
}[];

export interface Uptime {
  passed: number;
  failed: number;
  last_pass: string | null;
  last_fail: string | null;
}

/** Response times in milliseconds. */
export interface Latency {
  p99: number | null;
  p97: number | null;
  p95: number | null;
  p50: number | null;
  avg: number | null;
  rolling1h: number;
}

/** The health of a component and of everything below it. */
export interface ComponentSummary {
  healthy?: number;
  unhealthy?: number;
  warning?: number;
  info?: number;
  incidents?: CountsOfCounts;
  insights?: CountsOfCounts;
  checks?: Counts;
}

/** The resource that a notification is about, in its current state. */
export interface NotificationResource {
  id: string;
  name: string;
  type: string | null;
  icon?: string | null;
  config_class?: string | null;
  health: string | null;
  status: string | null;
  deleted_at: string | null;
}
