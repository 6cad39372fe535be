// The shapes that jsonb columns hold, named by the tag `@type` in the column's comment.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Free key–value pairs that people and scrapers put on things. */
export type Labels = Readonly<Record<string, string>>;

/** What a job run leaves behind for the person who looks: each key appears only when there is something to say. */
export interface JobDetails {
  errors?: readonly string[];
  summary?: Json;
  scrape_summary?: Json;
}

/** A person's own extras, such as the title under the name. */
export type PersonProperties = Readonly<Record<string, Json>>;

/** What a person proved when a session began, and when. */
export type AuthenticationMethods = readonly { method: string; aal: "aal1" | "aal2"; completed_at: string }[];

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
