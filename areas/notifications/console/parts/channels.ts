// The channels for messages: connection types that only notifications use, and types that other areas use as well.

/** The name of each type, as used in a sentence. */
const labels: Readonly<Record<string, string>> = {
  alertmanager: "Alertmanager",
  discord: "Discord",
  email: "email",
  generic_webhook: "webhook",
  google_chat: "Google Chat",
  ifttt: "IFTTT",
  matrix: "Matrix",
  mattermost: "Mattermost",
  ntfy: "ntfy",
  opsgenie: "Opsgenie",
  pagerduty: "PagerDuty",
  pushbullet: "Pushbullet",
  pushover: "Pushover",
  rocketchat: "Rocket.Chat",
  slack: "Slack",
  smtp: "email",
  teams: "Teams",
  telegram: "Telegram",
  zulip_chat: "Zulip",
};

export const messageConnectionTypes = Object.keys(labels);

/** A type that only later versions support is shown unchanged. */
export const channelLabel = (type: string) => labels[type] ?? type;

/**
 * The channel that is shown after the name of a recipient; undefined if the name already contains the channel, or if
 * the channel is unknown.
 */
export const channelAfter = ({ name, channel }: { name: string; channel: string }) =>
  channel === "unknown" || channelLabel(channel).toLowerCase() === name.toLowerCase()
    ? undefined
    : channelLabel(channel);
