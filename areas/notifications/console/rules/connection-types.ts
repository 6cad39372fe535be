// The connection types that can receive messages.

/** Types that exist only for notifications, and those that other areas use as well. */
export const messageConnectionTypes: readonly string[] = [
  "alertmanager",
  "discord",
  "email",
  "generic_webhook",
  "google_chat",
  "ifttt",
  "matrix",
  "mattermost",
  "ntfy",
  "opsgenie",
  "pagerduty",
  "pushbullet",
  "pushover",
  "rocketchat",
  "slack",
  "smtp",
  "teams",
  "telegram",
  "zulip_chat",
];
