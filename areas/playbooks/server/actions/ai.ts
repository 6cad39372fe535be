// Asks a language model to diagnose a config item. The model gets data and returns text; it has no tools.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import {
  count,
  duration,
  filled,
  labels,
  list,
  longText,
  part,
  playbookCel,
  refused,
  selector,
  text,
  yes,
} from "#server/spec/parts.ts";
import { defineAction, type ActionRun } from "../action-kind.ts";
import { backendOf, createCaller, inputTokensOf, modelFields, modelOf } from "./ai/call-model.ts";
import { contextData, type Section } from "./ai/context-data.ts";
import { backends, defaultModelOf } from "./ai/models.ts";
import { asMarkdown, asSlack, defaultSystem, diagnosis, diagnosisSchema, jsonIn, promptOf } from "./ai/prompt.ts";
import {
  candidatesOf,
  recommendationPrompt,
  recommendationSchema,
  recommendationsIn,
} from "./ai/recommended-playbooks.ts";
import { orTemplate } from "./spec/or-template.ts";
import { evaluateIf } from "../text/evaluate.ts";

const formats = ["markdown", "slack", "recommendPlaybook"] as const;
const span = part({ since: orTemplate(duration).optional().meta({ label: "Since", placeholder: "24h" }) });

const spec = part({
  ...modelFields,
  backend: orTemplate(z.enum(backends, `must be one of ${backends.join(", ")}`))
    .optional()
    .meta({ label: "Backend", description: "Default: by the connection, or openai." }),
  systemPrompt: longText.optional().meta({ label: "System prompt", field: "long-text" }),
  prompt: filled.meta({ label: "Prompt", field: "long-text" }),
  config: text.optional().meta({ label: "Config item", description: "Default: the config item of the run." }),
  changes: span.optional().meta({ label: "Changes" }),
  analysis: span.optional().meta({ label: "Insights" }),
  relationships: list(
    part({
      depth: count.optional().meta({ label: "Depth", placeholder: "3" }),
      direction: orTemplate(z.enum(["all", "incoming", "outgoing"], "must be all, incoming or outgoing"))
        .optional()
        .meta({ label: "Direction", description: "Default: all." }),
      changes: span.optional().meta({ label: "Changes" }),
      analysis: span.optional().meta({ label: "Insights" }),
    }),
  )
    .optional()
    .meta({ label: "Relationships" }),
  playbooks: list(
    part({
      namespace: text.optional().meta({ label: "Namespace" }),
      name: filled.meta({ label: "Name" }),
      if: playbookCel.optional().meta({ label: "If (CEL)" }),
      params: labels.optional().meta({ label: "Parameters", field: "key-values" }),
    }),
  )
    .optional()
    .meta({ label: "Playbooks that add data" }),
  formats: list(z.enum(formats, `must be one of ${formats.join(", ")}`))
    .optional()
    .meta({ label: "Formats" }),
  recommendPlaybooks: list(selector).optional().meta({ label: "Playbooks to choose from" }),
  outputSchema: z
    .record(z.string(), z.unknown(), "must be a JSON schema")
    .optional()
    .meta({ label: "Schema of the answer", isOpen: true }),
  skills: refused("are not supported: write them into the system prompt, and remove this field"),
  dryRun: yes.optional().meta({ label: "Dry run", description: "Only renders the prompt." }),
});
type Spec = z.output<typeof spec>;

export const ai = defineAction({
  type: "ai",
  title: "AI",
  icon: "ai",
  spec,
  untemplated: ["playbooks.*.if"],
  onlyOnServer: true,

  async plan(block, context) {
    const opened = block.connection ? await context.connection({ connection: block.connection }) : undefined;
    const backend = backendOf(block.backend ?? opened?.type ?? "openai");
    const model = block.model || opened?.properties["model"] || defaultModelOf(backend);
    const data = [
      ...(block.config || context.resource?.kind === "config" ? ["the config item"] : []),
      ...(block.changes ? ["its changes"] : []),
      ...(block.analysis ? ["its insights"] : []),
      ...(block.relationships ? ["related config items"] : []),
      ...(block.playbooks ?? []).map(({ name }) => `the results of the playbook ${name}`),
    ];
    const prompt = [block.systemPrompt ?? defaultSystem, block.prompt].join("\n\n");
    return {
      summary: `Send a prompt to ${model} of ${backend}`,
      parts: [
        { title: "Prompt", contentType: "text/markdown", text: context.scrubber.text(prompt), isBinding: true },
        ...(data.length > 0
          ? [{ title: "Data", contentType: "text/plain" as const, text: data.join("\n"), isBinding: true }]
          : []),
      ],
    };
  },

  async run(block, run) {
    const system = block.systemPrompt ?? defaultSystem;
    const sections = [...(await contextData(block, run)), ...(await childData(block, run))];
    // Estimates one token per three characters.
    const prompt = run.scrubber.text(promptOf(block.prompt, sections, inputTokensOf(block) * 3));
    await run.artifact({
      path: "prompt.md",
      contentType: "text/markdown",
      body: Buffer.from(`${system}\n\n---\n\n${prompt}\n`),
    });
    if (block.dryRun) return { result: { generationInfo: [] } };
    const caller = createCaller(await modelOf(block, run), block, run);
    const schema = block.outputSchema ?? diagnosisSchema;
    const json = jsonIn(await caller.ask({ system, prompt, schema }));
    if (block.outputSchema)
      return { result: { json: json as Json, generationInfo: [...caller.info] }, contentType: "application/json" };
    const read = diagnosis.safeParse(json);
    if (!read.success)
      throw new Error("The model's response must have the fields headline, summary and recommended_fix.");
    await run.output(`${read.data.headline}\n`);
    const wanted = block.formats ?? ["markdown"];
    const recommended = wanted.includes("recommendPlaybook")
      ? await recommendedFor(block, { found: read.data, system, ask: caller.ask, run })
      : undefined;
    return {
      result: {
        json: read.data as unknown as Json,
        ...(wanted.includes("markdown") && { markdown: asMarkdown(read.data) }),
        ...(wanted.includes("slack") && { slack: asSlack(read.data) }),
        ...(recommended && { recommendedPlaybooks: recommended as unknown as Json }),
        generationInfo: [...caller.info],
      },
      contentType: "text/markdown",
    };
  },
});

/** Runs playbooks that collect data, and waits for them. */
async function childData({ playbooks = [] }: Spec, run: ActionRun): Promise<Section[]> {
  const wanted = [];
  for (const { namespace, name, params, if: condition } of playbooks)
    if (await evaluateIf(condition, run.values ?? {})) wanted.push({ namespace, name, parameters: params });
  if (wanted.length === 0) return [];
  const results = await run.runChildren(wanted);
  return results.map(({ playbook, status, error, actions }) => ({
    title: `Result of the playbook ${playbook}`,
    data: { status, ...(error && { error }), actions },
  }));
}

interface Recommending {
  found: z.output<typeof diagnosis>;
  system: string;
  ask: ReturnType<typeof createCaller>["ask"];
  run: ActionRun;
}

async function recommendedFor({ recommendPlaybooks = [] }: Spec, { found, system, ask, run }: Recommending) {
  const candidates = await candidatesOf(recommendPlaybooks, run);
  if (candidates.length === 0) return [];
  const prompt = recommendationPrompt(found, candidates);
  return recommendationsIn(jsonIn(await ask({ system, prompt, schema: recommendationSchema })), candidates);
}
