// Runs a script: it passes when the script ends with 0.
import { artifactsOf, exitCodeOf, failureIn, runScript, scriptFields, scriptMs } from "#server/exec/script.ts";
import { scriptAccess } from "../../../connections/server/index.ts";
import { defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { check } from "../spec/check.ts";
import { blamed } from "./blamed.ts";

const longestKept = 16 * 1024;

export const exec = defineCheck({
  type: "exec",
  title: "Exec",
  icon: "console",
  onlyAdmins: true,
  spec: check(scriptFields),
  endpoint: ({ name }) => name,
  // It is this machine that works.
  host: () => "exec",
  takesMs: scriptMs,

  async run(spec, run) {
    const begun = performance.now();
    const ran = await blamed(runScript(spec, run, scriptAccess(run)));
    const [stdout, stderr] = [ran.stdout.trim(), ran.stderr.trim()];
    const exitCode = exitCodeOf(ran);
    const { url: git, commit } = ran.repository ?? {};
    const leftOut = [...(ran.left?.leftOut ?? [])];
    const found = {
      durationMs: performance.now() - begun,
      message: stdout,
      detail: {
        stdout: stdout.slice(0, longestKept),
        stderr: stderr.slice(0, longestKept),
        exitCode,
        ...(commit !== undefined && { commit }),
        ...(leftOut.length > 0 && { leftOut }),
      },
      data: {
        results: {
          stdout,
          stderr,
          exitCode,
          path: ran.path,
          args: ran.args,
          extra: commit === undefined ? {} : { git, commit },
        },
      },
      output: [stderr, stdout].filter(Boolean).join("\n") || undefined,
      artifacts: artifactsOf(spec, ran),
    };
    const failure = failureIn(ran);
    return failure === undefined
      ? healthy(found)
      : unhealthy(failure, { ...found, tookTooLong: ran.ending.how === "timeout" });
  },
});
