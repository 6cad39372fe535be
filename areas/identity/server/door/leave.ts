// Sends the browser to another identity provider, and stores the data that is needed on its return in the flow.
import { Problem, problem } from "#language/problem.ts";
import type { OidcProvider } from "#server/env/oidc-providers.ts";
import { messages } from "../flows/messages.ts";
import { keepDeparture, type Flow } from "../flows/store.ts";
import { ProviderAway, type Departure } from "../oidc/providers.ts";
import { originOf } from "../own-site.ts";
import { doorPath, wantsJson, type Door } from "./door.ts";
import { showAgain, type Submit } from "./flow-page.ts";

export const callbackOf = ({ publicUrl }: Pick<Door, "publicUrl">, providerId: string) =>
  `${publicUrl}${doorPath}/self-service/methods/oidc/callback/${providerId}`;

const place = (flowId: string) => ({ table: "identity_flows", row: flowId, column: "departure" }) as const;

export const openDeparture = ({ secrets }: Door, { id, departure }: Flow): Departure | undefined =>
  departure === null ? undefined : (JSON.parse(secrets.open(departure, place(id))) as Departure);

/** Returns the provider in a submit; undefined if the submit contains no provider. */
export function providerOf({ oidc }: Door, id: unknown): OidcProvider | undefined {
  if (id === undefined || id === "") return undefined;
  const provider = oidc.providers.find((each) => each.id === id);
  if (!provider) throw problem.notFound("identity provider", typeof id === "string" ? id.slice(0, 100) : "");
  return provider;
}

/** Sends the browser to the provider. A script gets a response with the address to open. */
export async function leave(submit: Submit, provider: OidcProvider) {
  const { door, request, reply, flow } = submit;
  const { label } = provider;
  if (flow.type === "api") throw problem.invalid(`Signing in with ${label} requires a browser.`);
  const refuse = (message: ReturnType<typeof messages.elsewhere.away>) =>
    showAgain(submit, "oidc", { ui: { fields: flow.ui.fields ?? {}, messages: [message] } });
  // The provider returns the browser to the public address, where cookies of a different address would be missing.
  if (originOf(request, door.publicUrl) !== door.publicUrl)
    return refuse(messages.elsewhere.otherAddress(label, door.publicUrl));
  try {
    const { address, departure } = await door.oidc.leave(provider, {
      flowId: flow.id,
      callback: callbackOf(door, provider.id),
      signsInAgain: flow.refresh,
    });
    await keepDeparture(door.db, flow.id, door.secrets.seal(JSON.stringify(departure), place(flow.id)));
    if (!wantsJson(request)) return reply.redirect(address, 303);
    throw new Problem("browser_location_change_required", `Continue at ${label}.`, {
      parts: { redirect_browser_to: address },
    });
  } catch (error) {
    if (error instanceof ProviderAway) return refuse(messages.elsewhere.away(label));
    throw error;
  }
}
