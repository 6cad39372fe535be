import { expect } from "vitest";
import { ada, host, wrong } from "../rows/row.ts";
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
    { pass: false, error: "The repository has no branch or tag of that name" },
  ],
  [
    "a wrong password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ...wrong }),
    { pass: false, error: "The server refuses this user or password" },
  ],
];

export const codeCheckRows = { git };
