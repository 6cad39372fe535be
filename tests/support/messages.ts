// Messages for tests of channels and message rendering.
import type { Message, MessageText } from "#areas/notifications/server/message.ts";

const text: MessageText = {
  title: "api.example is unhealthy",
  summary: "HTTP 503 from https://api.example/health",
  description: "The load balancer has no healthy target.",
  attributes: [
    { label: "Type", value: "http" },
    { label: "Namespace", value: "shop" },
    { label: "Uptime", value: "97.2% in the last day" },
  ],
  recentChanges: [
    { type: "Deployment", summary: "image changed to api:1.4.2", at: "2026-11-17T10:00:00.000Z", severity: "high" },
    { type: "ScalingReplicaSet", summary: "scaled from 3 to 1", at: "2026-11-17T10:02:30.000Z", severity: "info" },
  ],
  resources: [],
  actions: [
    { label: "Open", url: "https://deck.example/health?checkId=1" },
    { label: "Silence", url: "https://deck.example/notifications/silences/add?check_id=1" },
  ],
};

type Changes = Partial<Omit<Message, "text">> & { text?: Partial<MessageText> };

export const problemMessage = ({ text: changes, ...rest }: Changes = {}): Message => ({
  id: "0199c0de-0000-7000-8000-000000000001",
  purpose: "problem",
  event: "check.failed",
  at: "2026-11-17T10:04:00.000Z",
  health: "unhealthy",
  subject: "rule-1/check-1/team-1",
  permalink: "https://deck.example/health?checkId=1",
  ...rest,
  text: { ...text, ...changes },
});

export const resolvedMessage = ({ text: changes, ...rest }: Changes = {}): Message =>
  problemMessage({
    id: "0199c0de-0000-7000-8000-000000000002",
    purpose: "resolved",
    event: "check.passed",
    at: "2026-11-17T10:16:00.000Z",
    health: "healthy",
    ...rest,
    text: {
      title: "api.example is healthy",
      summary: "Healthy again after 12m",
      description: "",
      recentChanges: [],
      ...changes,
    },
  });

export const digestMessage = (): Message =>
  problemMessage({
    id: "0199c0de-0000-7000-8000-000000000003",
    purpose: "digest",
    text: {
      title: "37 more problems in the last 5m",
      summary: "The rule All checks reached its limit of 50 messages in 4h.",
      description: "",
      attributes: [],
      recentChanges: [],
      resources: Array.from({ length: 37 }, (_, index) => ({
        name: `node-${index + 1}`,
        health: index < 5 ? "unhealthy" : "warning",
        url: `https://deck.example/catalog/${index + 1}`,
        note: "disk is almost full",
      })),
    },
  });

/** Text that tries to break out of the format, mention everybody, and add links and scripts. */
export const hostileText =
  String.raw`<script>alert(1)</script> "quoted" & <!channel> <users/all> @all @channel @here @**all** *bold* _it_ ~no~ \`code\` [Open](https://evil.example) ![x](https://evil.example/x.png) # title > quote | pipe || {{.x}} $(y) \ ] ) . ! - + = }`.replaceAll(
    "\\`",
    "`",
  );

export const hostileMessage = (changes: Partial<Message> = {}): Message =>
  problemMessage({
    ...changes,
    text: {
      title: hostileText,
      summary: hostileText,
      description: `${hostileText}\n- item\n1. one\n> quote\n# heading\n\`\`\`\nfence\n\`\`\``,
      attributes: [{ label: hostileText, value: hostileText }],
      recentChanges: [{ type: hostileText, summary: hostileText, at: "2026-11-17T10:00:00.000Z" }],
      resources: [{ name: hostileText, health: "unhealthy", note: hostileText, url: "javascript:alert(1)" }],
      actions: [
        { label: "Open", url: "https://deck.example/catalog/1?name=a(b)c&x='\"" },
        { label: "Evil", url: "javascript:alert(1)" },
      ],
    },
  });

/** A text that is longer than the message limit of every service. */
export const longMessage = (): Message => {
  const words = "Der Prüfling antwortet nicht & the disk is *full* 🚒 ".repeat(900);
  return problemMessage({
    text: {
      title: words,
      summary: words,
      description: words,
      attributes: Array.from({ length: 40 }, (_, index) => ({ label: `Attribute ${index} ${words}`, value: words })),
      resources: Array.from({ length: 60 }, (_, index) => ({
        name: `${index} ${words}`,
        health: "warning",
        note: words,
      })),
    },
  });
};
