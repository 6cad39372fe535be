import { connectionType } from "../connection-type.ts";
import { ConnectionFailure } from "../failure.ts";
import { credential, line } from "../fields.ts";

const api = "https://slack.com/api";

export const slack = connectionType({
  type: "slack",
  title: "Slack",
  icon: "slack",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("Channel", "username", {
      description: "Channel to send messages to in Cxxxxxxxxxx format",
    }),
    password: credential("Bot Token", "password"),
    botName: line("Bot Name", "properties.BotName").optional(),
  },
  url: ({ username = "" }) => `slack://$(password)@${username}`,
  async test({ username, password, properties }, { outbound, signal, sends }) {
    // Elsewhere only for a proxy, and for a stand-in.
    const base = properties["apiUrl"] ?? api;
    const call = async (method: string, body: Readonly<Record<string, string>>) => {
      const answer = await outbound.fetch(`${base}/${method}`, {
        method: "POST",
        headers: { authorization: `Bearer ${password}`, "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
        signal,
      });
      const said = answer.json() as { ok: boolean; error?: string; team?: string; user?: string };
      if (!said.ok)
        throw new ConnectionFailure(`Slack says: ${said.error ?? "no reason given"}`, "Check the bot token.");
      return said;
    };
    const { team = "", user = "" } = await call("auth.test", {});
    if (sends && username) await call("chat.postMessage", { channel: username, text: "Quarterdeck can write here." });
    return `Slack, ${team}, as ${user}`;
  },
});
