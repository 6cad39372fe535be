// The subject that uses a connection: a person, the system itself, or an automation such as a canary.
import type { Actor } from "#server/http/actor.ts";
import type { SentForAction } from "./sent-connection.ts";
import { systemPersonId } from "#areas/people/server/index.ts";

export type AutomationKind = "canary" | "scraper" | "playbook" | "notification" | "topology" | "log_backend";

export interface Automation {
  kind: AutomationKind;
  id: string;
  name: string;
  namespace?: string | null | undefined;
  /**
   * Whether the user who runs the automation chose its name or its spec. If so, rules about this automation do not
   * apply.
   */
  isDraft?: boolean | undefined;
  /** On an agent: the connections that the server sent for this run. Undefined: those that are stored for `id`. */
  sent?: readonly SentForAction[] | undefined;
}

export type Subject = Actor | Automation;

export const isAutomation = (subject: Subject): subject is Automation =>
  !["person", "token", "system"].includes(subject.kind);

/** The identity of the subject for records; a token acts for its owner. */
export function nameSubject(subject: Subject): { kind: Exclude<Subject["kind"], "token">; id: string; name: string } {
  if (subject.kind === "system") return { kind: "system", id: systemPersonId, name: "System" };
  return { kind: subject.kind === "token" ? "person" : subject.kind, id: subject.id, name: subject.name };
}
