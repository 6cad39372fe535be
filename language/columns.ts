// The shapes that jsonb columns hold, named by the tag `@type` in the column's comment.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Free key–value pairs that people and scrapers put on things. */
export type Labels = Readonly<Record<string, string>>;

/** What a job run leaves behind for the person who looks: each key appears only when there is something to say. */
export interface JobDetails {
  errors?: readonly string[];
  summary?: Json;
  scrape_summary?: Json;
  /** How many resources or items the run deleted. */
  deleted?: number;
  /** Until when the source wants to be left alone. */
  rate_limit_reset?: string;
}

/** What a row said, by column, as far as it may be told. */
export type ToldValues = Readonly<Record<string, Json>>;

/** The pause of a check that is in force. */
export interface Pause {
  at: string;
  /** Null for a pause without an end. */
  until: string | null;
  reason: string | null;
}

/** A person's own extras, such as the title under the name. */
export type PersonProperties = Readonly<Record<string, Json>>;

/** What a person proved when a session began, and when. */
export type AuthenticationMethods = readonly {
  method: string;
  aal: "aal1" | "aal2";
  completed_at: string;
  /** Of `oidc`: which provider said so. */
  provider?: string;
}[];

export interface IdentityTraits {
  name: { first: string; last: string };
  email: string;
}

/** A sentence of a sign-in form, with the numeric id that clients know it by. */
export interface FlowMessage {
  id: number;
  text: string;
  type: "info" | "error" | "success";
  context?: Readonly<Record<string, Json>>;
}

/** What a sign-in form says above its fields, and at each field what to fill in and what is wrong. */
export interface FlowUi {
  messages?: readonly FlowMessage[];
  fields?: Readonly<Record<string, { value?: string; messages?: readonly FlowMessage[] }>>;
}

/** The agent that something came from; nulls inside when it came from this system itself. */
export interface AgentName {
  id: string | null;
  name: string | null;
}

/** Something by name, as lists show it; which keys there are depends on what it is. */
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

/** How many there are of each. */
export type Counts = Readonly<Record<string, number>>;

/** How many there are of each, in two steps: `{security: {high: 2}}`. */
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

/** Which components a team answers for, and how the team is reached. */
export type TeamSpec = Readonly<Record<string, Json>>;

/** What a rule is about, by kind of thing: whatever one of the selectors matches. */
export type ObjectSelector = Readonly<Record<string, Json>>;

export type ConnectionProperties = Readonly<Record<string, string>>;

/** A playbook as it is written: its parameters, conditions and actions. */
export type PlaybookSpec = Readonly<Record<string, Json>>;

/** A page as it is written: queries, panels, and how it is shown. */
export type ViewSpec = Readonly<Record<string, Json>>;

/** Recipients of a notification that are neither people nor teams. */
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

/** Milliseconds. */
export interface Latency {
  p99: number | null;
  p97: number | null;
  p95: number | null;
  p50: number | null;
  avg: number | null;
  rolling1h: number;
}

/** How a component and all below it stand. */
export interface ComponentSummary {
  healthy?: number;
  unhealthy?: number;
  warning?: number;
  info?: number;
  incidents?: CountsOfCounts;
  insights?: CountsOfCounts;
  checks?: Counts;
}

/** What a message was about, as it stands now. */
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
