// Runs a pod in a cluster until it ends, streams its logs, and deletes it. Uses the documented Kubernetes API, and is
// tested against a simulated service.
import { z } from "zod";
import {
  clusterFields,
  clusterNamed,
  kubernetesApi,
  type KubernetesApi,
  type KubernetesObject,
  type KubernetesResource,
} from "#areas/connections/server/index.ts";
import { yaml } from "#lib/load/on-demand.ts";
import { count, filled, list, part, text } from "#server/spec/parts.ts";
import { defineAction, type ActionContext, type ActionRun } from "../action-kind.ts";
import { outputLines, type OutputLines } from "./output/output-lines.ts";
import { followContainers } from "./pod/container-logs.ts";
import { poll } from "#lib/async/poll.ts";
import { unwrapped } from "./output/wrapped-content.ts";
import { orTemplate } from "./spec/or-template.ts";

const podSpec = z
  .looseObject(
    { containers: z.array(z.looseObject({ name: filled }), "must be a list").min(1, "needs a container") },
    "must be an object",
  )
  .meta({ isOpen: true, label: "Spec" });

const spec = part({
  name: orTemplate(
    text.regex(/^[a-z0-9](?:[a-z0-9-]{0,24}[a-z0-9])?$/, "must be a DNS name of at most 26 characters"),
  ).meta({ label: "Name" }),
  namespace: text.optional().meta({ label: "Namespace", placeholder: "default" }),
  spec: podSpec,
  maxLength: count.optional().meta({ label: "Max length of the logs", description: "Default: 3000." }),
  artifacts: list(part({ path: filled.meta({ label: "Path", placeholder: "/dev/stdout" }) }))
    .optional()
    .meta({ label: "Artifacts", description: "/dev/stdout saves the logs." }),
  ...clusterFields,
}).superRefine(({ artifacts = [] }, context) => {
  for (const [index, { path }] of artifacts.entries())
    if (path !== "/dev/stdout" && path !== "/dev/stderr")
      context.addIssue({
        code: "custom",
        path: ["artifacts", index, "path"],
        message: "must be /dev/stdout: the files of a pod are deleted when it ends",
      });
});
type Spec = z.output<typeof spec>;

const resource: KubernetesResource = { apiVersion: "v1", kind: "Pod", plural: "pods", isNamespaced: true };
const defaultMaxLength = 3_000;
/** The maximum size of logs that are stored as an artifact. */
const maxArtifactBytes = 20 * 1024 * 1024;
/** The time limit for deleting the pod, which applies even after the run was aborted. */
const removingMs = 20_000;
const defaultTimeoutMs = 30 * 60_000;

export const pod = defineAction({
  type: "pod",
  title: "Pod",
  icon: "kubernetes",
  onlyAdmins: true,
  defaultTimeoutMs,
  spec,
  // Containers often pass their arguments to a shell.
  scripts: {
    "spec.*.*.command": "shell",
    "spec.*.*.args": "shell",
    "spec.*.*.lifecycle": "shell",
    "spec.*.*.livenessProbe.exec": "shell",
    "spec.*.*.readinessProbe.exec": "shell",
    "spec.*.*.startupProbe.exec": "shell",
  },

  async plan(block, context) {
    const manifest = context.scrubber.document(manifestOf(block, context));
    return {
      summary: `Run the pod ${manifest.metadata.name} in ${manifest.metadata.namespace}`,
      parts: [
        {
          title: "Manifest",
          contentType: "application/yaml",
          text: yaml().stringify(masked(manifest)),
          isBinding: true,
        },
      ],
    };
  },

  async run(block, run) {
    const cluster = await clusterNamed(block, run);
    run.scrubber.know(...cluster.secrets, cluster.tls.key);
    const api = kubernetesApi(cluster, run);
    const manifest = manifestOf(block, run);
    const { name, namespace } = manifest.metadata;
    const keepsAll = (block.artifacts ?? []).length > 0;
    const lines = outputLines(run, "stdout", keepsAll ? maxArtifactBytes : undefined);
    let ended: KubernetesObject;
    try {
      await removeEarlier(api, { name, namespace }, run);
      await api.apply(resource, manifest);
      await run.output(`The pod ${namespace}/${name} was created.\n`, "stderr");
      ended = await finished(api, { name, namespace, lines }, run);
    } finally {
      const { outbound } = run;
      await kubernetesApi(cluster, { outbound, signal: AbortSignal.timeout(removingMs) })
        .remove(resource, { name, namespace })
        .catch((error: unknown) => run.output(`The pod could not be deleted: ${(error as Error).message}\n`, "stderr"));
    }
    await lines.end();
    if (keepsAll)
      await run.artifact({
        path: "stdout",
        contentType: "text/plain; charset=utf-8",
        body: Buffer.from(lines.tail(maxArtifactBytes)),
      });
    const { text: Logs, contentType } = unwrapped(lines.tail(block.maxLength ?? defaultMaxLength));
    return { result: { Logs }, error: failureOf(ended), contentType };
  },
});

/** The pod has labels with the run, so that an operator can find it. */
function manifestOf(block: Spec, { run }: Pick<ActionContext, "run">) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `${block.name}-${run.id}`,
      namespace: block.namespace || "default",
      labels: {
        "app.kubernetes.io/managed-by": "quarterdeck",
        "mission-control/playbook": run.playbookId,
        "mission-control/playbook-run": run.id,
      },
    },
    spec: {
      // If this process is killed, the cluster stops the pod at this deadline.
      activeDeadlineSeconds: defaultTimeoutMs / 1_000,
      ...block.spec,
      restartPolicy: "Never",
    },
  } satisfies KubernetesObject;
}

/** The values of variables may be secret. */
function masked(manifest: ReturnType<typeof manifestOf>): object {
  const hide = (container: Readonly<Record<string, unknown>>) =>
    Array.isArray(container["env"])
      ? {
          ...container,
          env: (container["env"] as { name: string; value?: unknown }[]).map((variable) =>
            variable.value === undefined ? variable : { ...variable, value: "***" },
          ),
        }
      : container;
  const { containers } = manifest.spec;
  return { ...manifest, spec: { ...manifest.spec, containers: containers.map(hide) } };
}

interface Named {
  name: string;
  namespace: string;
}

/** A retry uses the same pod name as the previous attempt. */
async function removeEarlier(api: KubernetesApi, named: Named, { signal }: ActionRun): Promise<void> {
  if (!(await api.get(resource, named))) return;
  await api.remove(resource, named);
  await poll(signal, async () => ((await api.get(resource, named)) ? undefined : true));
}

const status = z.looseObject({
  phase: z.string().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
  containerStatuses: z
    .array(
      z.looseObject({
        name: z.string(),
        state: z
          .looseObject({
            waiting: z.looseObject({ reason: z.string().optional(), message: z.string().optional() }).optional(),
            running: z.unknown().optional(),
            terminated: z.looseObject({ exitCode: z.number(), reason: z.string().optional() }).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
});

const statusOf = (object: KubernetesObject) => status.parse(object["status"] ?? {});
const isOver = (object: KubernetesObject) => ["Succeeded", "Failed"].includes(statusOf(object).phase ?? "");

/** Waiting reasons after which a container never starts. */
const hopeless = [
  "ErrImageNeverPull",
  "InvalidImageName",
  "CreateContainerConfigError",
  "ImagePullBackOff",
  "ErrImagePull",
];

async function finished(
  api: KubernetesApi,
  { name, namespace, lines }: Named & { lines: OutputLines },
  run: ActionRun,
): Promise<KubernetesObject> {
  const following = followContainers(api, { name, namespace }, { lines, signal: run.signal });
  const found = await poll(
    run.signal,
    async () => {
      const object = await api.get(resource, { name, namespace });
      if (!object) throw new Error(`The pod ${namespace}/${name} was deleted by someone else`);
      const { containerStatuses = [] } = statusOf(object);
      for (const { name: container, state } of containerStatuses) {
        if (state?.running !== undefined || state?.terminated !== undefined) following.start(container);
        const { reason, message } = state?.waiting ?? {};
        if (reason !== undefined && hopeless.includes(reason))
          throw new Error(`The container ${container} cannot start: ${reason}${message ? ` (${message})` : ""}`);
      }
      return isOver(object) ? object : undefined;
    },
    { maxMs: 3_000 },
  );
  await following.done();
  return found;
}

function failureOf(object: KubernetesObject): string | undefined {
  const { phase, reason, message, containerStatuses = [] } = statusOf(object);
  if (phase === "Succeeded") return undefined;
  const codes = containerStatuses.flatMap(({ name, state }) =>
    state?.terminated && state.terminated.exitCode !== 0
      ? [
          `${name} ended with ${state.terminated.exitCode}${state.terminated.reason ? ` (${state.terminated.reason})` : ""}`,
        ]
      : [],
  );
  const reasons = [reason, message, ...codes].filter(Boolean);
  return `The pod failed${reasons.length > 0 ? `: ${reasons.join(", ")}` : ""}`;
}
