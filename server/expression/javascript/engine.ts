// QuickJS: an engine of its own as WebAssembly, with no file, no network and a bound on time, memory and depth. The value of
// the last statement is the result.
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { checked } from "../functions/function.ts";
import { kubernetes } from "../functions/kubernetes.ts";
import { headerMark, inAnyCase } from "../header-map.ts";
import type { Outcome, Script } from "../thread/task.ts";
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from "quickjs-emscripten-core";

const mostMemory = 32 * 1024 * 1024;
const mostStack = 256 * 1024;

const engine = await newQuickJSWASMModuleFromVariant(variant);

export function evaluate({ source, values, parseOnly, ms }: Script): Outcome {
  const deadline = performance.now() + ms;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(mostMemory);
  runtime.setMaxStackSize(mostStack);
  runtime.setInterruptHandler(() => performance.now() > deadline);
  const context = runtime.newContext();
  try {
    for (const [name, json] of Object.entries(values)) define(context, name, json);
    // A value of that name wins: the script was written for it.
    if (source.includes("k8s") && !Object.hasOwn(values, "k8s")) defineKubernetes(context);
    const result = context.evalCode(parseOnly ? `(function () {\n${source}\n})` : source, "expression.js");
    const handle = result.error ?? result.value;
    const dumped: unknown = parseOnly && !result.error ? undefined : context.dump(handle);
    handle.dispose();
    return result.error
      ? { thrown: { name: "Error", message: String(dumped), stack: "", ...(dumped as object) } }
      : { value: dumped };
  } finally {
    context.dispose();
    runtime.dispose();
  }
}

/** As JSON writes it. */
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

/** `k8s.getNodeTopology(node, pods)` and its like: pure functions of ours, which take and give JSON. */
function defineKubernetes(context: QuickJSContext): void {
  const namespace = context.newObject();
  for (const fn of kubernetes) {
    const name = fn.name.slice("k8s.".length);
    const call = checked(fn);
    const handle = context.newFunction(name, (...given) => {
      try {
        const result = call(...given.map((value) => context.dump(value) as unknown));
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
