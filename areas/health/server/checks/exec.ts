// Runs a script; the check passes if the script exits with 0.
import { artifactsOf, exitCodeOf, failureIn, runScript, scriptFields, scriptMs } from "#server/exec/script.ts";
import { scriptAccess } from "#areas/connections/server/index.ts";
import { defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { check } from "../spec/check.ts";
import { asSpecFault } from "./check-errors.ts";

const maxOutputLength = 16 * 1024;

export const exec = defineCheck({
  type: "exec",
  title: "Exec",
  icon: "exec",
  group: "Jobs and scripts",
  onlyAdmins: true,
  spec: check(scriptFields),
  endpoint: ({ name }) => name,
  // All scripts share one concurrency limit, because they all run on this machine.
  host: () => "exec",
  takesMs: scriptMs,

  async run(spec, run) {
    const startedAt = performance.now();
    const finished = await asSpecFault(runScript(spec, run, scriptAccess(run)));
    const [stdout, stderr] = [finished.stdout.trim(), finished.stderr.trim()];
    const exitCode = exitCodeOf(finished);
    const { url: git, commit } = finished.repository ?? {};
    const leftOut = [...(finished.left?.leftOut ?? [])];
    const found = {
      durationMs: performance.now() - startedAt,
      message: stdout,
      detail: {
        stdout: stdout.slice(0, maxOutputLength),
        stderr: stderr.slice(0, maxOutputLength),
        exitCode,
        ...(commit !== undefined && { commit }),
        ...(leftOut.length > 0 && { leftOut }),
      },
      data: {
        results: {
          stdout,
          stderr,
          exitCode,
          path: finished.path,
          args: finished.args,
          extra: commit === undefined ? {} : { git, commit },
        },
      },
      output: [stderr, stdout].filter(Boolean).join("\n") || undefined,
      artifacts: artifactsOf(spec, finished),
    };
    const failure = failureIn(finished);
    return failure === undefined
      ? healthy(found)
      : unhealthy(failure, { ...found, tookTooLong: finished.ending.how === "timeout" });
  },
});
