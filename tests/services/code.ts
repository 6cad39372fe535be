// Where code is kept, as the documentation of each has it.
import { json, type StandIn } from "./stand-in.ts";

export const tokens = {
  github: "github_pat_11AAcanaryR",
  gitlab: "glpat-canaryT-99",
  gitlabWithoutScope: "glpat-canaryY-10",
  azureDevops: "canaryU4h2vdevopspat",
};

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const github: StandIn = ({ path, headers }) => {
  if (!headers["user-agent"]) return { status: 403, body: "Request forbidden by administrative rules." };
  if (headers["authorization"] !== `Bearer ${tokens.github}`)
    return json({ message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" }, 401);
  if (path !== "/user") return json({ message: "Not Found", status: "404" }, 404);
  return json({ login: "octocat", id: 1, type: "User" }, 200, {
    "github-authentication-token-expiration": "2027-03-01 10:00:00 UTC",
  });
};

/** https://docs.gitlab.com/api/users/#get-the-current-user */
const gitlab: StandIn = ({ path, headers }) => {
  const token = headers["private-token"];
  if (token === tokens.gitlabWithoutScope)
    return json(
      {
        error: "insufficient_scope",
        error_description: "The request requires higher privileges than provided by the access token.",
        scope: "api read_user",
      },
      403,
    );
  if (token !== tokens.gitlab) return json({ message: "401 Unauthorized" }, 401);
  if (path !== "/api/v4/user") return json({ error: "404 Not Found" }, 404);
  return json({ id: 1, username: "john_smith", name: "John Smith", state: "active" });
};

/** https://learn.microsoft.com/en-us/rest/api/azure/devops/core/projects/list */
const azureDevops: StandIn = ({ path, query, headers }) => {
  // Without a token that it knows it shows where to sign in, and calls that a success.
  if (headers["authorization"] !== `Basic ${Buffer.from(`:${tokens.azureDevops}`).toString("base64")}`)
    return { status: 203, body: "<!DOCTYPE html><html><title>Azure DevOps Services | Sign In</title></html>" };
  const [, organization, ...rest] = path.split("/");
  if (organization !== "fabrikam") return { status: 404, body: "<html>The resource cannot be found.</html>" };
  if (rest.join("/") !== "_apis/projects" || query.get("api-version") !== "7.1")
    return json({ message: "No HTTP resource was found", typeKey: "HttpResourceNotFoundException" }, 404);
  const project = (name: string) => ({ id: "eb6e4656", name, state: "wellFormed", visibility: "private" });
  return json({ count: 2, value: [project("Fabrikam-Fiber-Git"), project("TestGit")] });
};

export const code = {
  "api.github.com": github,
  "gitlab.com": gitlab,
  "dev.azure.com": azureDevops,
};
