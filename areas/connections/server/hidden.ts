// What is secret about the parts of a connection that are otherwise shown: credentials in its address, and properties that
// are named for what they hold. Shown is everything else, with *** in their place.
import { isSecretName } from "#language/secret-names.ts";

export const mask = "***";

/** What messages are sent through: there the path, and who is written to, are as good as a password. */
const messengers = new Set([
  "bark",
  "discord",
  "generic_webhook",
  "google_chat",
  "googlechat",
  "gotify",
  "ifttt",
  "join",
  "matrix",
  "mattermost",
  "ntfy",
  "opsgenie",
  "pagerduty",
  "pushbullet",
  "pushover",
  "rocketchat",
  "slack",
  "slackwebhook",
  "teams",
  "telegram",
  "webhook",
  "zulip_chat",
]);

// Restic writes the protocol before the address: rest:https://…
const parts = /^((?:[a-z0-9]+:)?[a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;

/** `$(password)` is filled in when the connection is used. */
const isFilledIn = (text: string) => text === "" || /^\$\([a-z_]+\)$/i.test(text);

const hide = (text: string) => (isFilledIn(text) ? text : mask);

export function shownUrl(url: string, type: string): string {
  const found = parts.exec(url);
  // An address in words: host=db password=…
  if (!found) return url.replaceAll(/(\S*(?:passw|pwd|secret|token)\S*?\s*[=:]\s*)(\S+)/gi, `$1${mask}`);
  const [, scheme = "", user, host = "", path = "", query = "", fragment = ""] = found;
  const isMessenger = messengers.has(type);
  const shownUser = user === undefined ? "" : `${shownCredentials(user, isMessenger)}@`;
  const shownPath = isMessenger ? path.split("/").map(hide).join("/") : path;
  const shownQuery = query.replaceAll(/([?&])([^=&]+)=([^&]*)/g, (whole, start: string, name: string, value: string) =>
    isSecretName(name) || /^(?:key|sig|code)$/i.test(name) ? `${start}${name}=${hide(value)}` : whole,
  );
  return `${scheme}${shownUser}${host}${shownPath}${shownQuery}${fragment}`;
}

function shownCredentials(text: string, isMessenger: boolean): string {
  const colon = text.indexOf(":");
  const [user, password] = colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
  return `${isMessenger ? hide(user) : user}${password === undefined ? "" : `:${hide(password)}`}`;
}
