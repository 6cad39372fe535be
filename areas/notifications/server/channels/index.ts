// All channels, by the type of connection that they send to.
import type { System } from "#server/area.ts";
import type { OpenConnection } from "#areas/connections/server/index.ts";
import { alertmanager } from "./alertmanager.ts";
import type { Address } from "./channel.ts";
import type { ChannelKind } from "./channel-kind.ts";
import { discord } from "./discord.ts";
import { email } from "./email.ts";
import { genericWebhook } from "./generic_webhook.ts";
import { googleChat } from "./google_chat.ts";
import { ifttt } from "./ifttt.ts";
import { matrix } from "./matrix.ts";
import { mattermost } from "./mattermost.ts";
import { ntfy } from "./ntfy.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { pushbullet } from "./pushbullet.ts";
import { pushover } from "./pushover.ts";
import { rocketchat } from "./rocketchat.ts";
import { addressOfUrl, type ServiceAddress } from "./service-url.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { zulipChat } from "./zulip_chat.ts";

export const channelKinds: readonly ChannelKind[] = [
  alertmanager,
  discord,
  email,
  genericWebhook,
  googleChat,
  ifttt,
  matrix,
  mattermost,
  ntfy,
  opsgenie,
  pagerduty,
  pushbullet,
  pushover,
  rocketchat,
  slack,
  teams,
  telegram,
  zulipChat,
];

/** Channels by type, including the types of older connections. */
export const channels: ReadonlyMap<string, ChannelKind> = new Map(
  channelKinds.flatMap((channel) => [channel.type, ...channel.aliases].map((name) => [name, channel] as const)),
);

/** Returns the address of a connection; undefined if nothing can be sent to its type. */
export function addressOfConnection(connection: OpenConnection): ServiceAddress | undefined {
  const channel = channels.get(connection.type);
  if (!channel) return undefined;
  const { url, username, password, certificate, insecure_tls, properties } = connection;
  const inUrl = fromUrl(channel, url);
  const filled = Object.entries(properties).filter(([, value]) => value !== "");
  const address: Address = {
    ...(url ? { url } : {}),
    ...inUrl,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(certificate ? { certificate } : {}),
    ...(insecure_tls ? { insecureTls: true } : {}),
    properties: { ...inUrl?.properties, ...Object.fromEntries(filled) },
  };
  return { type: channel.type, address };
}

/** A connection that was not created by the form may have only a URL. */
function fromUrl({ type }: ChannelKind, url: string | null): Address | undefined {
  if (!url) return undefined;
  try {
    const { type: found, address } = addressOfUrl(url);
    return found === type ? address : undefined;
  } catch {
    return undefined;
  }
}

/** The mail server of the installation (SMTP_URL); undefined if it is not configured. */
export function systemMail({ env }: Pick<System, "env">, to: string): ServiceAddress | undefined {
  if (env.smtpUrl === undefined) return undefined;
  const { type, address } = addressOfUrl(env.smtpUrl);
  return { type, address: { ...address, properties: { ...address.properties, from: env.mailFrom, to } } };
}
