// The channels of messages: connection types that exist for notifications, and those that other areas use as well.

/** By type, as it is called in a sentence. */
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

/** Types of later versions are shown as they are. */
export const channelLabel = (type: string) => labels[type] ?? type;

/** The channel after the name of a recipient; undefined if the name says it, or if it is unknown. */
export const channelAfter = ({ name, channel }: { name: string; channel: string }) =>
  channel === "unknown" || channelLabel(channel).toLowerCase() === name.toLowerCase()
    ? undefined
    : channelLabel(channel);
