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
