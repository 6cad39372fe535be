// Passes the names of a few actions to a chat widget, for operators who embed such a widget. Off by default: without
// the property `analytics.provider` nothing is called. The console loads no script and sends no request for it, and the
// content security policy stays the same; the widget must already be on the page.
import type { Property } from "#language/features.ts";

/** The event names under which actions are reported to the provider. */
export type AnalyticsEvent =
  | "AddedDoDToIncident"
  | "AddedResponderToIncident"
  | "AttachEvidenceToIncident"
  | "CreatedIncident"
  | "DownloadedSnapshot"
  | "LinkedComponentToConfig";

/** The globals of the chat widgets. */
interface Widgets {
  $crisp?: { push(command: unknown): unknown };
  Intercom?: (command: "trackEvent", name: string) => unknown;
}

const providers: Readonly<Record<string, (widgets: Widgets, name: AnalyticsEvent) => void>> = {
  crisp: ({ $crisp }, name) => void $crisp?.push(["set", "session:event", [[[name]]]]),
  intercom: ({ Intercom }, name) => void Intercom?.("trackEvent", name),
};

let provider: string | undefined;

/** Called when the properties are loaded, and again when they change. */
export function chooseAnalytics(properties: readonly Property[]): void {
  provider = properties
    .find(({ name }) => name === "analytics.provider")
    ?.value.trim()
    .toLowerCase();
}

/** Reports an action. It never fails, because the action itself has already succeeded. */
export function track(name: AnalyticsEvent): void {
  if (!provider || !Object.hasOwn(providers, provider)) return;
  try {
    providers[provider]!(globalThis as Widgets, name);
  } catch {
    // An error in the widget must not look like an error of the action.
  }
}
