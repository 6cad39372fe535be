// A tool that changes something in two steps: the first call returns a plan and its hash, the second call repeats the
// arguments with `confirm` = the hash. A person can read the plan in between, and a plan that has changed is refused. A
// hash can be used once, within ten minutes.
import { z } from "zod";
import { defineTool, type McpCaller, type McpTool } from "./tool.ts";

export interface Plan<Request> {
  /** One sentence that says what a confirmation does. */
  summary: string;
  /** The request that the confirmation sends. */
  request: Request;
  /** Facts that help to judge the plan and may change before it is confirmed. They are not part of the hash. */
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
    description: `${tool.description} The first call changes nothing: it returns a plan and its hash. Call it again with the same arguments and confirm = the hash.`,
    input: input.extend({ confirm }),
    async run({ confirm: confirmed, ...rest }, caller) {
      const { summary, request, facts } = await plan(rest as unknown as z.output<Input>, caller);
      const content = [tool.name, summary, request];
      if (confirmed === undefined)
        return {
          plan: { summary, request, ...facts },
          confirm: caller.planCode(content),
          next: `Nothing has changed. Show the plan to the user, then call ${tool.name} again.`,
        };
      await caller.usePlanCode(content, confirmed as string);
      return apply(request, caller);
    },
  });
}
