import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { greeting, inAddress } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const answerShape = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  team: z.string().optional(),
  user: z.string().optional(),
});

const reasons: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  invalid_auth: ["Slack does not accept the bot token", "Check Bot Token: it begins with xoxb-."],
  not_authed: ["Slack does not accept the bot token", "Check Bot Token: it begins with xoxb-."],
  token_revoked: ["The bot token was revoked", "Install the app again and use its new token."],
  token_expired: ["The bot token has expired", "Create a new token."],
  account_inactive: [
    "The bot token belongs to an account that was removed",
    "Install the app again and use its new token.",
  ],
  channel_not_found: [
    "The bot has no channel with this id in Slack",
    "Check Channel: enter its id, such as C0123456789.",
  ],
  not_in_channel: ["The bot is not in the channel", "Invite it there: /invite @bot."],
  is_archived: ["The channel is archived", "Choose a different channel."],
};

/** Explains an error that Slack reports with status 200. */
export function slackRefusal({ error, needed: scope }: { error?: string | undefined; needed?: string | undefined }) {
  const known = reasons[error ?? ""];
  if (known) return new ConnectionFailure(...known);
  return error === "missing_scope"
    ? new ConnectionFailure(
        "The bot token lacks a scope",
        `Give the app the scope ${scope ?? "it needs"} and install it again.`,
      )
    : new ConnectionFailure(`Slack reports the error ${error ?? "unknown"}`, "Check Bot Token and Channel.");
}

export const slack = connectionType({
  type: "slack",
  title: "Slack",
  icon: "slack",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("Channel", "username", {
      description: "Channel to send messages to in Cxxxxxxxxxx format",
      readFrom: "host",
    }),
    password: credential("Bot Token", "password"),
    botName: line("Bot Name", "properties.BotName").optional(),
  },
  url: ({ username }) => `slack://$(password)@${inAddress(username)}`,
  async test({ username, password, properties }, trial) {
    const token = needed(password, "Bot Token");
    const service = serviceCall(trial, {
      name: "Slack",
      address: "https://slack.com/api",
      isFixed: true,
      credential: "the bot token",
      secrets: [token],
      headers: { authorization: `Bearer ${token}` },
    });
    // Slack responds with 200 to every well-formed request.
    const call = async (method: string, json: Readonly<Record<string, string>>) => {
      const answer = await service.ask(`/${method}`, answerShape, { json });
      if (answer.ok) return answer;
      throw slackRefusal(answer);
    };
    const { team = "?", user = "?" } = await call("auth.test", {});
    if (trial.sends) {
      const name = properties["BotName"];
      const channel = needed(username, "Channel");
      await call("chat.postMessage", { channel, text: greeting.message, ...(name ? { username: name } : {}) });
    }
    return `Slack, ${team}, as ${user}`;
  },
});
