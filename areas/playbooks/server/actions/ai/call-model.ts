// Calls the model of an action within its limits of tokens and cost, and records each call.
import type { z } from "zod";
import type { Json } from "#language/columns.ts";
import { connectionOf, count, envVar, number, part, text } from "#server/spec/parts.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";
import { backends, defaultModelOf, generate, type Asked, type Backend, type Model } from "./models.ts";
import { tokensIn } from "./prompt.ts";

export const modelFields = {
  backend: text.optional().meta({ label: "Backend", description: `${backends.join(", ")}. Default: openai.` }),
  // A connection of type http can contain the key of a backend without its own connection type.
  connection: connectionOf("openai", "anthropic", "ollama", "http").optional(),
  apiKey: envVar.optional().meta({ label: "API key", field: "env-var", secret: true }),
  model: text.optional().meta({ label: "Model" }),
  apiURL: text.optional().meta({ label: "API address" }),
  limits: part({
    inputTokens: count
      .optional()
      .meta({ label: "Input tokens", description: "Default: 100000. Data beyond it is cut." }),
    outputTokens: count.optional().meta({ label: "Output tokens", description: "Default: 4096." }),
    cost: number
      .min(0, "must not be negative")
      .optional()
      .meta({ label: "Cost (USD)", description: "Requires prices." }),
  })
    .optional()
    .meta({ label: "Limits" }),
  prices: part({
    input: number.min(0, "must not be negative").meta({ label: "Input (USD per million tokens)" }),
    output: number.min(0, "must not be negative").meta({ label: "Output (USD per million tokens)" }),
  })
    .optional()
    .meta({ label: "Prices" }),
};

const fields = part(modelFields);
export type ModelSpec = z.output<typeof fields>;

export const inputTokensOf = ({ limits }: ModelSpec) => limits?.inputTokens ?? 100_000;
const outputTokensOf = ({ limits }: ModelSpec) => limits?.outputTokens ?? 4_096;

export async function modelOf(block: ModelSpec, context: ActionContext): Promise<Model> {
  const opened = block.connection ? await context.connection({ connection: block.connection }) : undefined;
  const backend = backendOf(block.backend || opened?.type || "openai");
  const key = (block.apiKey === undefined ? "" : await context.value(block.apiKey)) || opened?.password || "";
  context.scrubber.know(key);
  return {
    backend,
    key,
    model: block.model || opened?.properties["model"] || defaultModelOf(backend),
    url: block.apiURL || opened?.url || "",
  };
}

export function backendOf(name: string): Backend {
  const found = backends.find((each) => each === name.toLowerCase());
  if (!found) throw new ActionInvalid(`The backend ${name} is not supported. Use ${backends.join(", ")}.`);
  return found;
}

export interface Caller {
  ask(asked: Omit<Asked, "maxTokens">): Promise<string>;
  /** Model, tokens and cost of each call. */
  info: readonly Json[];
}

export function createCaller(model: Model, block: ModelSpec, context: ActionContext): Caller {
  const info: Json[] = [];
  const maxTokens = outputTokensOf(block);
  let spent = 0;
  const costOf = (input: number, output: number) =>
    block.prices ? (input * block.prices.input + output * block.prices.output) / 1_000_000 : undefined;
  return {
    info,
    async ask(asked) {
      const estimate = tokensIn(asked.system) + tokensIn(asked.prompt);
      if (estimate > inputTokensOf(block) + tokensIn(asked.system))
        throw new ActionInvalid(
          `The prompt has about ${estimate} tokens, more than limits.inputTokens (${inputTokensOf(block)}).`,
        );
      const worst = costOf(estimate, maxTokens);
      const maxCost = block.limits?.cost;
      if (maxCost !== undefined && worst !== undefined && spent + worst > maxCost)
        throw new ActionInvalid(
          `The call could cost ${(spent + worst).toFixed(4)} USD, more than limits.cost (${maxCost} USD).`,
        );
      const { text: answer, ...used } = await generate(model, { ...asked, maxTokens }, context);
      const cost = costOf(used.inputTokens, used.outputTokens);
      spent += cost ?? 0;
      info.push({
        model: used.model,
        inputTokens: used.inputTokens,
        outputTokens: used.outputTokens,
        cost: cost ?? null,
        stopReason: used.stopReason,
      });
      return answer;
    },
  };
}
