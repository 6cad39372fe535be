import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential, line, plainHttp } from "../connection/fields.ts";
import { greeting, hostIn, pathOf, whoIn } from "./messenger.ts";
import { basic, needed, serviceCall } from "../clients/service-call.ts";

const account = z.object({ username: z.string() });

export const ntfy = connectionType({
  type: "ntfy",
  title: "Ntfy",
  icon: "ntfy",
  group: "Messages",
  isForMessages: true,
  fields: {
    username: line("Username", "username").optional(),
    password: credential("Password", "password").optional(),
    host: line("Host", "properties.host").default("ntfy.sh"),
    topic: line("Topic", "properties.topic"),
    insecure_tls: plainHttp,
  },
  url: ({ username, password, host, topic, insecure_tls }) =>
    `ntfy://${whoIn(username, password)}${hostIn(host)}${pathOf(topic)}?Scheme=${insecure_tls === "true" ? "http" : "https"}`,
  async test({ username, password, properties, insecure_tls }, trial) {
    const topic = needed(properties["topic"], "Topic");
    const service = serviceCall(trial, {
      name: "ntfy",
      address: `${insecure_tls ? "http" : "https"}://${hostIn(properties["host"] || "ntfy.sh")}`,
      credential: "username and password",
      secrets: [password],
      // An access token is sent as the password of an empty user name.
      headers: username || password ? { authorization: basic(username ?? "", password ?? "") } : {},
      right: `write to the topic ${topic}`,
    });
    const reply = await service.reply("/v1/account");
    const name = service.read(reply, account).username;
    if (trial.sends)
      await service.ask(pathOf(topic), z.object({ id: z.string() }), {
        method: "POST",
        headers: { title: greeting.title },
        body: greeting.message,
      });
    const who = name === "*" ? "anonymously" : `as ${name}`;
    return `ntfy at ${service.host}, topic ${topic}, ${who}${trial.sends ? "" : "; only sending a message shows whether it may write there"}`;
  },
});
