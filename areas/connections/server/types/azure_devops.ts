import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { basic, needed, serviceCall } from "../clients/service-call.ts";

const projects = z.object({ count: z.number(), value: z.array(z.object({ name: z.string() })) });

export const azureDevops = connectionType({
  type: "azure_devops",
  title: "Azure Devops",
  icon: "azure-devops",
  group: "Code",
  fields: {
    username: line("Organization", "username"),
    password: credential("Personal Access Token", "password"),
  },
  async test({ username, password }, trial) {
    const organization = needed(username, "Organization");
    const token = needed(password, "Personal Access Token");
    const service = serviceCall(trial, {
      name: "Azure DevOps",
      address: `https://dev.azure.com/${encodeURIComponent(organization)}`,
      isFixed: true,
      credential: "the personal access token",
      secrets: [token],
      headers: { authorization: basic("", token) },
      right: "read projects (scope Project and Team)",
    });
    const reply = await service.reply("/_apis/projects?api-version=7.1&$top=1000");
    // Azure DevOps responds to an invalid token with the sign-in page or a redirect to it.
    if (reply.status === 203 || reply.status === 302) throw service.refusal({ ...reply, status: 401 });
    if (reply.status === 404)
      throw new ConnectionFailure(
        `The organization ${organization} does not exist in Azure DevOps`,
        "Check Organization.",
      );
    const { count } = service.read(reply, projects);
    return `Azure DevOps, organization ${organization}, ${countOf(count, "project", "projects")}`;
  },
});
