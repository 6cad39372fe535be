import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential } from "../connection/fields.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

export const github = connectionType({
  type: "github",
  title: "GitHub",
  icon: "github",
  group: "Code",
  fields: { password: credential("Personal Access Token", "password") },
  async test({ password }, trial) {
    const token = needed(password, "Personal Access Token");
    const service = serviceCall(trial, {
      name: "GitHub",
      address: "https://api.github.com",
      isFixed: true,
      credential: "the personal access token",
      secrets: [token],
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      },
    });
    const reply = await service.reply("/user");
    const { login } = service.read(reply, z.object({ login: z.string() }));
    const until = reply.headers["github-authentication-token-expiration"];
    return `GitHub, as ${login}${until ? `, until ${until}` : ""}`;
  },
});
