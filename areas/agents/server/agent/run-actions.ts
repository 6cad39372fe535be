// Runs the playbook actions that the server sends to this agent, and sends their output and results.
import { setTimeout as delay } from "node:timers/promises";
import { newId } from "#lib/uuid/new-id.ts";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import type { System } from "#server/area.ts";
import type { AgentAction } from "../../contract.schema.ts";
import type { AgentOutcome } from "../upstream/run-on-agent.ts";
import type { Refusals } from "./refusals.ts";
import { Refused, type Upstream } from "./upstream.ts";

/** A file that an action produced. */
export interface ActionFile {
  path: string;
  filename: string;
  contentType?: string | undefined;
  content: Uint8Array;
}

/** Performs an action with the kinds of this process. main/agent.ts provides it. */
export type PerformAction = (
  system: System,
  action: AgentAction,
  run: {
    signal: AbortSignal;
    scrubber: Scrubber;
    output: (text: string) => void;
    /** Stores a file on the server. */
    file: (file: ActionFile) => Promise<void>;
  },
) => Promise<AgentOutcome>;

const maxActions = 5;
/** Output is collected for this time. A request without output asks whether the action is cancelled. */
const reportEveryMs = 300;
const retryMs = 2_000;

export async function runActions(
  system: System,
  upstream: Pick<Upstream, "takeAction" | "sendOutput" | "sendBytes" | "push">,
  { perform, refusals }: { perform: PerformAction; refusals: Refusals },
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (running.size >= maxActions) await Promise.race(running);
    try {
      const action = await upstream.takeAction();
      await refusals.set("actions", undefined);
      if (!action) continue;
      const run: Promise<void> = runAction(system, upstream, perform, action, signal).finally(() =>
        running.delete(run),
      );
      running.add(run);
    } catch (error) {
      // Other errors are outages, which connection.ts reports.
      if (error instanceof Refused && error.status === 403)
        await refusals.set("actions", error.message).catch(() => {});
      await delay(retryMs, undefined, { signal }).catch(() => {});
    }
  }
  await Promise.all(running);
}

async function runAction(
  system: System,
  upstream: Pick<Upstream, "sendOutput" | "sendBytes" | "push">,
  perform: PerformAction,
  action: AgentAction,
  signal: AbortSignal,
): Promise<void> {
  const { id } = action.action;
  const startTime = new Date().toISOString();
  const scrubber = createScrubber();
  const abort = new AbortController();
  const waiting: string[] = [];
  let isOver = false;
  const report = async () => {
    for (let number = 0; !isOver || waiting.length > 0;) {
      const content = scrubber.text(waiting.splice(0).join(""));
      const { isCancelled } = await repeated(() => upstream.sendOutput(id, { number, content }), signal);
      if (isCancelled) return abort.abort(new Error("The action was cancelled on the server."));
      if (content !== "") number += 1;
      if (!isOver) await delay(reportEveryMs, undefined, { signal });
    }
  };
  const reported = report().catch(() => {});
  const aborted = AbortSignal.any([abort.signal, signal]);
  const outcome = await perform(system, action, {
    signal: aborted,
    scrubber,
    output: (text) => void waiting.push(text),
    file: (file) => sendFile(upstream, id, file, aborted),
  }).catch((error: unknown): AgentOutcome => ({
    status: "failed",
    error: error instanceof Error ? error.message : String(error),
  }));
  isOver = true;
  await reported;
  const row = scrubber.document({ id, ...outcome, start_time: startTime, end_time: new Date().toISOString() });
  await repeated(async () => {
    const refused = await upstream.push({ playbook_actions: [row] });
    if (refused) system.log.warn({ action: id, reason: refused.reason }, "the server refuses the result of an action");
  }, signal).catch(() => {});
}

/** Sends the row of the file, and then its bytes. */
async function sendFile(
  upstream: Pick<Upstream, "sendBytes" | "push">,
  actionId: string,
  { path, filename, contentType, content }: ActionFile,
  signal: AbortSignal,
): Promise<void> {
  const id = newId();
  const row = { id, path, filename, content_type: contentType, playbook_run_action_id: actionId };
  const refused =
    (await repeated(() => upstream.push({ artifacts: [row] }), signal)) ??
    (await repeated(() => upstream.sendBytes(id, content), signal));
  if (refused) throw new Error(`The server does not store the file ${filename}: ${refused.reason}`);
}

/** Repeats a request until the server responds. */
async function repeated<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      await delay(retryMs, undefined, { signal });
    }
}
