// The names of responder types, for the console and for the timeline.
import { titleOf } from "#lib/text/words.ts";

/** Responder types that are unknown are shown by their key. */
export const responderLabel = (type: string) => responderLabels[type] ?? titleOf(type);

const responderLabels: Readonly<Record<string, string>> = {
  email: "Email",
  jira: "Jira",
  service_now: "ServiceNow",
  ca: "CA",
  aws_support: "AWS Support",
  aws_ams_services_request: "AWS AMS Service Request",
  redhat: "Redhat",
  oracle: "Oracle",
  vmware: "VMWare",
  ms_planner: "Microsoft Planner",
  webhook: "Webhook",
  person: "Person",
  team: "Team",
};
