// Runs a pipeline in Azure DevOps. Uses the documented API, and is tested against a simulated service.
import { z } from "zod";
import { basic, serviceCall } from "#areas/connections/server/index.ts";
import type { Json } from "#language/columns.ts";
import { connectionOf, envVar, filled, part, text, texts } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext } from "../action-kind.ts";

const id = z.union([filled, z.number()], "must be the id of a pipeline");
const free = z.record(z.string(), z.unknown(), "must be an object").meta({ isOpen: true });

/** The page of the run. */
const link = z
  .object({ _links: z.object({ web: z.object({ href: z.string() }) }) })
  .transform((found) => found["_links"].web);

const spec = part({
  org: text.optional().meta({ label: "Organization", description: "Default: the organization of the connection." }),
  project: filled.meta({ label: "Project" }),
  token: envVar.optional().meta({ label: "Token", field: "env-var", secret: true }),
  connection: connectionOf("azure_devops").optional(),
  pipeline: part({
    id: id.meta({ label: "Id" }),
    version: z.union([text, z.number()]).optional().meta({ label: "Version" }),
  }).meta({
    label: "Pipeline",
  }),
  parameters: part({
    resources: free.optional().meta({ label: "Resources" }),
    templateParameters: free.optional().meta({ label: "Parameters" }),
    variables: free.optional().meta({ label: "Variables" }),
    stagesToSkip: texts.optional().meta({ label: "Stages to skip" }),
  })
    .optional()
    .meta({ label: "Parameters" }),
}).superRefine(({ org, token, connection: by }, context) => {
  if (!org && !by)
    context.addIssue({ code: "custom", path: ["org"], message: "is required unless a connection is set" });
  if (token === undefined && !by)
    context.addIssue({ code: "custom", path: ["token"], message: "is required unless a connection is set" });
});
type Spec = z.output<typeof spec>;

export const azureDevopsPipeline = defineAction({
  type: "azureDevopsPipeline",
  onlyWaits: true,
  title: "Azure DevOps pipeline",
  icon: "azure-devops",
  spec,

  async plan(block, context) {
    const { project, pipeline, parameters = {} } = block;
    const version = pipeline.version === undefined ? "" : ` in version ${pipeline.version}`;
    const body = masked(parameters);
    return {
      summary: `Run the pipeline ${pipeline.id} of ${project}${version}`,
      parts: [
        {
          title: "Parameters",
          contentType: "application/json",
          text: context.scrubber.text(JSON.stringify(body, null, 2)),
          isBinding: true,
        },
      ],
    };
  },

  /** https://learn.microsoft.com/en-us/rest/api/azure/devops/pipelines/runs/run-pipeline */
  async run(block, run) {
    const { project, pipeline, parameters = {} } = block;
    const { org, token } = await accessOf(block, run);
    const service = serviceCall(run, {
      name: "Azure DevOps",
      address: `https://dev.azure.com/${encodeURIComponent(org)}`,
      isFixed: true,
      credential: "the personal access token",
      secrets: [token],
      headers: { authorization: basic("", token) },
      right: "run pipelines (scope Build: read and execute)",
    });
    const query = new URLSearchParams({
      "api-version": "7.1",
      ...(pipeline.version !== undefined && { pipelineVersion: String(pipeline.version) }),
    });
    const path = `/${encodeURIComponent(project)}/_apis/pipelines/${encodeURIComponent(String(pipeline.id))}/runs?${query}`;
    const reply = await service.reply(path, { json: parameters });
    // Azure DevOps responds to an invalid token with the sign-in page or a redirect to it.
    if (reply.status === 203 || reply.status === 302) throw service.refusal({ ...reply, status: 401 });
    const result = service.read(reply, z.record(z.string(), z.unknown()));
    const { href } = link.safeParse(result).data ?? { href: "" };
    await run.output(`Started the pipeline ${pipeline.id}${href && `: ${href}`}\n`);
    return { result: result as Record<string, Json> };
  },
});

async function accessOf({ org, token, connection: by }: Spec, context: ActionContext) {
  const opened = by ? await context.connection({ connection: by }) : undefined;
  const secret = (token === undefined ? "" : await context.value(token)) || opened?.password || "";
  const organization = org || opened?.username || "";
  if (secret === "") throw new ActionInvalid("The token is empty.");
  if (organization === "") throw new ActionInvalid("The organization is empty.");
  context.scrubber.know(secret);
  return { org: organization, token: secret };
}

/** Each pipeline variable has a flag that marks it as secret. */
const masked = (parameters: NonNullable<Spec["parameters"]>) => ({
  ...parameters,
  ...(parameters.variables && {
    variables: Object.fromEntries(
      Object.entries(parameters.variables).map(([name, variable]) => [
        name,
        isSecret(variable) ? { isSecret: true, value: "***" } : variable,
      ]),
    ),
  }),
});

const isSecret = (variable: unknown) =>
  typeof variable === "object" && variable !== null && (variable as { isSecret?: unknown }).isSecret === true;
