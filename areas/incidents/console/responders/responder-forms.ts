// The forms of the responder types: their fields, and whether Quarterdeck acts or only records the responder.
import type { Json } from "#language/columns.ts";
import type { Responder } from "../parts/incident-query.ts";
import { responderLabel } from "../../responder-label.ts";

export interface ResponderField {
  name: string;
  label: string;
  isLong?: true;
  isRequired?: true;
  /** Offers the values of the other system. */
  isChoice?: true;
}

export interface ResponderForm {
  type: string;
  fields: readonly ResponderField[];
  /** Whether Quarterdeck contacts the responder. Other responders are only recorded. */
  acts: boolean;
  /** Whether the credentials of a team are needed. */
  needsTeam?: true;
  /** The field that determines the options of other fields; for example, the project determines the issue types. */
  within?: string;
}

const field = (name: string, label: string): ResponderField => ({ name, label });
const required = (name: string, label: string): ResponderField => ({ name, label, isRequired: true });
const choice = (name: string, label: string): ResponderField => ({ name, label, isChoice: true });
const long = (name: string, label: string): ResponderField => ({ name, label, isLong: true });

const request = [field("category", "Category"), long("description", "Description"), long("body", "Body")];
const product = [field("product", "Product"), ...request];

/** The responder types, in the order in which the form offers them. */
export const responderForms: readonly ResponderForm[] = [
  {
    type: "email",
    acts: true,
    fields: [required("to", "To"), required("subject", "Subject"), long("body", "Body")],
  },
  {
    type: "jira",
    acts: true,
    needsTeam: true,
    within: "project",
    fields: [
      choice("configType", "Jira Instance"),
      { ...choice("project", "Project"), isRequired: true },
      choice("issueType", "Issue Type"),
      choice("priority", "Priority"),
      required("summary", "Summary"),
      long("description", "Description"),
    ],
  },
  { type: "webhook", acts: true, fields: [required("url", "Address"), long("body", "Body")] },
  { type: "service_now", acts: false, fields: request },
  { type: "ca", acts: false, fields: request },
  { type: "aws_support", acts: false, fields: request },
  { type: "aws_ams_services_request", acts: false, fields: request },
  { type: "redhat", acts: false, fields: product },
  { type: "oracle", acts: false, fields: product },
  { type: "vmware", acts: false, fields: product },
  {
    type: "ms_planner",
    acts: false,
    within: "plan_id",
    fields: [
      choice("configType", "Microsoft Planner Instance"),
      choice("plan_id", "Plan"),
      choice("bucket_id", "Bucket"),
      choice("priority", "Priority"),
      required("title", "Title"),
      long("description", "Description"),
    ],
  },
];

type Fields = Readonly<Record<string, Json | undefined>>;

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface TeamClient {
  type: string;
  /** Values that the team fixes; the form cannot change them. */
  values: Fields;
  defaults: Fields;
  linkUrl: string | undefined;
  /** The address of the system. */
  url?: string | undefined;
}

/** The external systems in the spec of a team. */
export function clientsOf(spec: Json | undefined): readonly TeamClient[] {
  const clients = isFields(spec) ? spec["responder_clients"] : undefined;
  if (!isFields(clients)) return [];
  return Object.entries(clients).map(([type, client]) => {
    const { values, defaults, linkUrl, url } = isFields(client) ? client : {};
    return {
      type,
      values: isFields(values) ? values : {},
      defaults: isFields(defaults) ? defaults : {},
      linkUrl: typeof linkUrl === "string" ? linkUrl : undefined,
      url: typeof url === "string" ? url : undefined,
    };
  });
}

/** The type of a stored responder: older clients store an object whose value is the key. */
export function responderType({ type, properties }: { type: string; properties: Fields | null }): string {
  const stored = properties?.["responderType"];
  if (typeof stored === "string") return stored;
  const value = isFields(stored) ? stored["value"] : undefined;
  return typeof value === "string" ? value : type;
}

/** The name of the person or team, or the type of the external system. */
export const responderName = (responder: Responder) =>
  responder.person?.name ?? responder.team?.name ?? responderLabel(responderType(responder));

/** The URL of a responder in an external system, with the id filled in. */
export const externalLink = (linkUrl: string | undefined, externalId: string | null) =>
  linkUrl && externalId
    ? linkUrl.replaceAll(/\{\{?\s*\.?ID\s*\}?\}|\bID\b/g, () => encodeURIComponent(externalId))
    : undefined;

/** Fills `{{title}}` and the other fields of the incident into a default. */
export const filled = (text: string, incident: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{\s*\.?(?:incident\.)?(\w+)\s*\}\}/g, (whole, name: string) => incident[name] ?? whole);
