import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { credential } from "../connection/fields.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

export const gitlab = connectionType({
  type: "gitlab",
  title: "GitLab",
  icon: "gitlab",
  group: "Code",
  fields: { password: credential("Personal Access Token", "password") },
  async test({ password }, trial) {
    const token = needed(password, "Personal Access Token");
    const service = serviceCall(trial, {
      name: "GitLab",
      address: "https://gitlab.com/api/v4",
      isFixed: true,
      credential: "the personal access token",
      secrets: [token],
      headers: { "private-token": token },
      right: "read its owner (scope read_user or api)",
    });
    const { username } = await service.ask("/user", z.object({ username: z.string() }));
    return `GitLab, as ${username}`;
  },
});
