// Checks whether a Git repository is reachable and has a branch or tag.
import { envVar, text, yes } from "#server/spec/parts.ts";
import { describeRef, listRefs } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reaching, endpointOf } from "../spec/reaching.ts";
import { defineCheck, healthy } from "../check-kind.ts";

export const git = defineCheck({
  type: "git",
  title: "Git",
  icon: "git",
  group: "Files and code",
  spec: check({
    ...reaching("git", "github", "gitlab"),
    certificate: envVar.optional().meta({ label: "SSH key", field: "env-var", secret: true }),
    ref: text.optional().meta({ label: "Branch or tag", placeholder: "main" }),
    skipTLSVerify: yes.optional().meta({ label: "Accept any certificate" }),
  }),
  endpoint: endpointOf,

  async run({ certificate, ref, skipTLSVerify = false, ...spec }, run) {
    const found = await run.connection(spec);
    const key = certificate === undefined ? found.certificate : await run.value(certificate);
    const connection = { ...found, certificate: key, insecure_tls: found.insecure_tls || skipTLSVerify };
    const wanted = ref || found.properties["ref"] || "main";
    const { refs } = await listRefs(connection, run, wanted);
    const names = Object.fromEntries(refs.commits);
    const commit = names[`refs/heads/${wanted}`] ?? names[`refs/tags/${wanted}`] ?? names[wanted] ?? "";
    return healthy({
      message: describeRef(refs, wanted),
      detail: { ref: wanted, commit },
      data: { results: { ref: wanted, commit, refs: names } },
    });
  },
});
