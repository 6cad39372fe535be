import { expect } from "vitest";
import type { CheckRow } from "../look.ts";
import { ada, host, wrong } from "../rows/row.ts";
import type { RunArtifact } from "#areas/health/server/check-kind.ts";

const git: CheckRow[] = [
  [
    "reads the default branch over HTTP",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ...ada }),
    { pass: true, message: expect.stringMatching(/^branch main at [0-9a-f]{7}$/) as string },
  ],
  [
    "reads a tag over SSH with a key",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://ada@${host}:${ssh.port}${projects}/ship.git`,
      certificate: { value: ssh.key },
      ref: "v1",
    }),
    { pass: true, message: expect.stringMatching(/^tag v1 at [0-9a-f]{7}$/) as string },
  ],
  [
    "reports an unknown branch",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ref: "mutiny", ...ada }),
    { pass: false, error: "The repository has no branch or tag with that name" },
  ],
  [
    "refuses a wrong password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ...wrong }),
    { pass: false, error: "The server refused the username or the password" },
  ],
];

const from = (repository: string, more: object = {}) => ({
  checkout: { url: repository, ...ada, ...more },
});
const kubeconfig = { kubernetes: { kubeconfig: "apiVersion: v1" } };

const exec: CheckRow[] = [
  [
    "checks a repository out into the script's directory, with its programs and links",
    ({ nginx: { plainPort } }) => ({
      script: "bin/greet; cat link.txt; readlink passwd.txt; ls -A",
      ...from(`http://${host}:${plainPort}/git/dock.git`),
    }),
    {
      pass: true,
      message: "ahoy Ada\nAda/etc/passwd\nbin\nlink.txt\nname.txt\npasswd.txt",
      detail: { commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string },
      data: { results: { extra: { git: expect.stringMatching(/dock\.git$/) as string } } },
    },
  ],
  [
    "checks a repository out into a subfolder over SSH",
    ({ ssh, repositories: { projects } }) => ({
      script: "ls; deep/down/bin/greet",
      checkout: {
        url: `ssh://ada@${host}:${ssh.port}${projects}/dock.git`,
        certificate: { value: ssh.key },
        branch: "main",
        destination: "deep/down",
      },
    }),
    { pass: true, message: "deep\nahoy Ada" },
  ],
  [
    "stores no targets of links as artifacts",
    ({ nginx: { plainPort } }) => ({
      script: "echo mine > own.txt",
      artifacts: [{ path: "*.txt" }],
      ...from(`http://${host}:${plainPort}/git/dock.git`),
    }),
    { pass: true, artifacts: ["name.txt", "own.txt"].map((path) => expect.objectContaining({ path }) as RunArtifact) },
  ],
  [
    "reports an unknown branch",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/dock.git`, { branch: "x" }),
    }),
    { error: "The repository cannot be checked out: The repository has no branch or tag with that name" },
  ],
  [
    "refuses a repository with files outside of its folder",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/mutiny.git`, { ref: "up" }),
    }),
    { error: expect.stringContaining('a file with the invalid name ".."') as string },
  ],
  [
    "refuses a repository whose link and folder have the same name",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/mutiny.git`, { ref: "twice" }),
    }),
    { error: expect.stringContaining('a file with the invalid name "a"') as string },
  ],
  [
    "refuses a repository that expands to millions of files",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/mutiny.git`, { ref: "many" }),
    }),
    { error: expect.stringContaining("more than 20000 files") as string },
  ],
  [
    "refuses a repository with a file at the path for credentials",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      connections: kubeconfig,
      ...from(`http://${host}:${plainPort}/git/dock.git`, { branch: "kube" }),
    }),
    { invalid: expect.stringContaining("The file .kube/config of the repository would overwrite") as string },
  ],
];

export const codeCheckRows = { exec, git };
