// A tool that makes a change in two steps. The first call returns a plan and its hash. The second call repeats the
// arguments with the hash as `confirm`. A person can read the plan between the two calls. If the plan has changed since
// the first call, the second call is refused. A hash can be used once, within ten minutes.
import { z } from "zod";
import { defineTool, type McpCaller, type McpTool } from "./tool.ts";

export interface Plan<Request> {
  /** One sentence that describes the change. */
  summary: string;
  /** The request that the second call sends. */
  request: Request;
  /** Further facts about the plan. They can change before the confirmation, so they are not part of the hash. */
  facts?: Readonly<Record<string, unknown>>;
}

interface PlannedTool<Input extends z.ZodObject, Request> extends Omit<McpTool<Input>, "run" | "input"> {
  input: Input;
  plan(input: z.output<Input>, caller: McpCaller): Promise<Plan<Request>>;
  apply(request: Request, caller: McpCaller): Promise<unknown>;
}

const confirm = z
  .string()
  .max(200)
  .optional()
  .describe(
    "The hash of the plan that an earlier call with the same arguments returned, valid once and for ten minutes. Omit it to get the plan.",
  );

export function plannedTool<Input extends z.ZodObject, Request>({
  input,
  plan,
  apply,
  ...tool
}: PlannedTool<Input, Request>): McpTool {
  return defineTool({
    ...tool,
    description: `${tool.description} The first call changes nothing and returns a plan and its hash. Call the tool again with the same arguments and the hash as confirm.`,
    input: input.extend({ confirm }),
    async run({ confirm: confirmed, ...rest }, caller) {
      const { summary, request, facts } = await plan(rest as unknown as z.output<Input>, caller);
      const content = [tool.name, summary, request];
      if (confirmed === undefined)
        return {
          plan: { summary, request, ...facts },
          confirm: caller.planCode(content),
          next: `Nothing has been changed yet. Show the plan to the user, then call ${tool.name} again with confirm.`,
        };
      await caller.usePlanCode(content, confirmed as string);
      return apply(request, caller);
    },
  });
}
