// QuickJS as WebAssembly: an isolated engine without file or network access, and with limits on time, memory and stack.
// The value of the last statement is the result.
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { checked } from "../functions/function.ts";
import { kubernetes } from "../functions/kubernetes.ts";
import { headerMark, inAnyCase } from "../header-map.ts";
import type { Outcome, Script } from "../thread/task.ts";
import { globalsFor, kubernetesHelpers } from "./globals.ts";
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from "quickjs-emscripten-core";

const maxMemory = 32 * 1024 * 1024;
const maxStack = 256 * 1024;

const engine = await newQuickJSWASMModuleFromVariant(variant);

export function evaluate({ source, values, parseOnly, ms }: Script): Outcome {
  const deadline = performance.now() + ms;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(maxMemory);
  runtime.setMaxStackSize(maxStack);
  runtime.setInterruptHandler(() => performance.now() > deadline);
  const context = runtime.newContext();
  try {
    for (const [name, json] of Object.entries(values)) define(context, name, json);
    const lines = defineGlobals(context, source, (name) => Object.hasOwn(values, name));
    const result = context.evalCode(parseOnly ? `(function () {\n${source}\n})` : source, "expression.js");
    const handle = result.error ?? result.value;
    const dumped: unknown = parseOnly && !result.error ? undefined : context.dump(handle);
    handle.dispose();
    return result.error
      ? { thrown: { name: "Error", message: String(dumped), stack: "", ...(dumped as object) }, lines }
      : { value: dumped, lines };
  } finally {
    context.dispose();
    runtime.dispose();
  }
}

/** The key that marks header maps, as a JSON string. */
const writtenMark = JSON.stringify(headerMark);
const reviveHeaders = `(key, value) =>
  typeof value === "object" && value !== null && Object.hasOwn(value, ${writtenMark})
    ? (${inAnyCase.toString()})(value[${writtenMark}])
    : value`;

function define(context: QuickJSContext, name: string, json: string): void {
  const revive = json.includes(writtenMark) ? `, ${reviveHeaders}` : "";
  const parsed = context.unwrapResult(context.evalCode(`JSON.parse(${JSON.stringify(json)}${revive})`));
  context.setProp(context.global, name, parsed);
  parsed.dispose();
}

const maxLines = 100;

/** Defines the globals that the script mentions; returns the list that `console.log` appends to. */
function defineGlobals(context: QuickJSContext, source: string, isGiven: (name: string) => boolean): string[] {
  const { library, needsKubernetes } = globalsFor(source, isGiven);
  if (needsKubernetes) defineKubernetes(context);
  for (const text of needsKubernetes ? [...library, kubernetesHelpers] : library)
    context.unwrapResult(context.evalCode(text, "library.js")).dispose();
  const lines: string[] = [];
  if (source.includes("console") && !isGiven("console")) defineConsole(context, lines);
  return lines;
}

function defineConsole(context: QuickJSContext, lines: string[]): void {
  const namespace = context.newObject();
  for (const name of ["log", "debug", "info", "warn", "error"]) {
    const handle = context.newFunction(name, (...handles) => {
      const texts = handles.map((value) => {
        const dumped: unknown = context.dump(value);
        return typeof dumped === "string" ? dumped : (JSON.stringify(dumped) ?? String(dumped));
      });
      if (lines.length < maxLines) lines.push(texts.join(" "));
      return context.undefined;
    });
    context.setProp(namespace, name, handle);
    handle.dispose();
  }
  context.setProp(context.global, "console", namespace);
  namespace.dispose();
}

/** Defines `k8s.getNodeTopology(node, pods)` and similar pure functions, which take and return JSON. */
function defineKubernetes(context: QuickJSContext): void {
  const namespace = context.newObject();
  for (const fn of kubernetes) {
    if (fn.only === "template") continue;
    const name = fn.name.slice("k8s.".length);
    const call = checked(fn);
    const handle = context.newFunction(name, (...handles) => {
      try {
        const result = call(...handles.map((value) => context.dump(value) as unknown));
        return context.unwrapResult(context.evalCode(`JSON.parse(${JSON.stringify(JSON.stringify(result))})`));
      } catch (error) {
        return { error: context.newError((error as Error).message) };
      }
    });
    context.setProp(namespace, name, handle);
    handle.dispose();
  }
  context.setProp(context.global, "k8s", namespace);
  namespace.dispose();
}
