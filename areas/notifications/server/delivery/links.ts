// The links of messages to pages of the console.
import { kindOf } from "../pipeline/resources.ts";

/** Returns the page of the resource; undefined for a kind without a page. */
export function permalinkOf(
  publicUrl: string,
  { event, id }: { event: string; id: string },
  rule: string,
): string | undefined {
  const reference = `refNotification=${rule}`;
  switch (kindOf(event)) {
    case "check":
      return `${publicUrl}/health?layout=table&checkId=${id}&timeRange=1h&${reference}`;
    case "config":
      return `${publicUrl}/catalog/${id}?${reference}`;
    case "component":
      return `${publicUrl}/topology/${id}?${reference}`;
    case "incident":
      return `${publicUrl}/incidents/${id}?${reference}`;
    case "playbook":
      return `${publicUrl}/playbooks/${id}?${reference}`;
    default:
      return undefined;
  }
}

/** Returns the page that silences the resource. */
export function silenceUrlOf(publicUrl: string, { event, id }: { event: string; id: string }): string | undefined {
  const kind = kindOf(event);
  const isSilenceable = kind === "check" || kind === "config" || kind === "component" || kind === "canary";
  return isSilenceable ? `${publicUrl}/notifications/silences/add?${kind}_id=${id}` : undefined;
}
