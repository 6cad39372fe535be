import { expect } from "vitest";
import { ada, host, wrong } from "../rows/row.ts";
import type { RunArtifact } from "#areas/health/server/check-kind.ts";
import type { CheckRow } from "./row.ts";

const git: CheckRow[] = [
  [
    "the branch that nobody named, over HTTP",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ...ada }),
    { pass: true, message: expect.stringMatching(/^branch main at [0-9a-f]{7}$/) as string },
  ],
  [
    "a tag, over SSH with a key",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://ada@${host}:${ssh.port}${projects}/ship.git`,
      certificate: { value: ssh.key },
      ref: "v1",
    }),
    { pass: true, message: expect.stringMatching(/^tag v1 at [0-9a-f]{7}$/) as string },
  ],
  [
    "a branch that there is not",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ref: "mutiny", ...ada }),
    { pass: false, error: "The repository has no branch or tag with that name" },
  ],
  [
    "a wrong password",
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
    "a repository lies in the directory of the script, with its programs and links",
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
    "or in a folder of it, over SSH",
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
    "what its links lead to is nothing that it leaves",
    ({ nginx: { plainPort } }) => ({
      script: "echo mine > own.txt",
      artifacts: [{ path: "*.txt" }],
      ...from(`http://${host}:${plainPort}/git/dock.git`),
    }),
    { pass: true, artifacts: ["name.txt", "own.txt"].map((path) => expect.objectContaining({ path }) as RunArtifact) },
  ],
  [
    "a branch that there is not",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/dock.git`, { branch: "x" }),
    }),
    { error: "The repository cannot be checked out: The repository has no branch or tag with that name" },
  ],
  [
    "a repository of files above its own folder",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/mutiny.git`, { ref: "up" }),
    }),
    { error: expect.stringContaining('a file with the invalid name ".."') as string },
  ],
  [
    "a repository whose link and folder have one name",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/mutiny.git`, { ref: "twice" }),
    }),
    { error: expect.stringContaining('a file with the invalid name "a"') as string },
  ],
  [
    "a repository that stands for millions of files",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      ...from(`http://${host}:${plainPort}/git/mutiny.git`, { ref: "many" }),
    }),
    { error: expect.stringContaining("more than the 20000 files") as string },
  ],
  [
    "a repository with a file where credentials are put",
    ({ nginx: { plainPort } }) => ({
      script: "true",
      connections: kubeconfig,
      ...from(`http://${host}:${plainPort}/git/dock.git`, { branch: "kube" }),
    }),
    { invalid: expect.stringContaining("has a file .kube/config") as string },
  ],
];

export const codeCheckRows = { exec, git };
