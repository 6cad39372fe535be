import { prometheusUser } from "../prometheus.ts";
import { ada, host, nobody, noTls, refused, trusting, untrusted, wrong, type Row } from "./row.ts";

const http: Row[] = [
  [
    "the right password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/`, ...ada }),
    /^HTTP status 200 from nginx\/\S+, as ada$/,
  ],
  [
    "a certificate of somebody unknown",
    ({ nginx: { tlsPort } }) => ({ url: `https://${host}:${tlsPort}/`, ...ada }),
    ...untrusted,
  ],
  [
    "a certificate of somebody unknown, accepted",
    ({ nginx: { tlsPort } }) => ({ url: `https://${host}:${tlsPort}/`, ...ada, insecure_tls: true }),
    /^HTTP status 200 from nginx/,
  ],
  [
    "a certificate for another name",
    ({ nginx: { elsewherePort } }) => ({ url: `https://localhost:${elsewherePort}/`, ...ada }),
    "The server's certificate is for a different host name",
    "Install a trusted certificate on the server, or turn on Insecure TLS.",
    trusting,
  ],
  [
    "TLS asked of a server without",
    ({ nginx: { plainPort } }) => ({ url: `https://${host}:${plainPort}/`, ...ada }),
    ...noTls,
  ],
  [
    "none asked of a server that expects it",
    ({ nginx: { tlsPort } }) => ({ url: `http://${host}:${tlsPort}/`, ...ada }),
    "The server requires TLS",
    "Use https:// in the URL.",
  ],
  ["a wrong password", ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/`, ...wrong }), ...refused],
  ["nobody there", ({ nobody: port }) => ({ url: `http://${host}:${port}/`, ...ada }), ...nobody],
  [
    "a server that is in trouble",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/broken`, ...ada }),
    "The server responded with status 500",
    "Check the log of the server.",
  ],
];

const prometheus: Row[] = [
  [
    "the right password",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      username: prometheusUser.name,
      password: prometheusUser.password,
    }),
    /^Prometheus \d+\.\d+\.\d+\S*, 0 targets up$/,
  ],
  ["a wrong password", ({ prometheus: { port } }) => ({ url: `http://${host}:${port}/`, ...wrong }), ...refused],
  [
    "no password",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}` }),
    "The server requires a username and a password",
    "Fill in username and password.",
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `http://${host}:${port}` }), ...nobody],
  [
    "a server of something else",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/open`, ...ada }),
    "The server does not respond like Prometheus",
    "Check the URL: it must not include /api.",
  ],
];

const git: Row[] = [
  [
    "over HTTP with the right password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, auth: "Basic", ...ada }),
    /^Git over HTTP, as ada, branch main at [0-9a-f]{7}$/,
  ],
  [
    "over HTTP, a tag",
    ({ nginx: { plainPort } }) => ({
      url: `http://${host}:${plainPort}/git/ship.git`,
      auth: "Basic",
      ref: "v1",
      ...ada,
    }),
    /^Git over HTTP, as ada, tag v1 at [0-9a-f]{7}$/,
  ],
  [
    "over HTTPS with a certificate of somebody unknown",
    ({ nginx: { tlsPort } }) => ({ url: `https://${host}:${tlsPort}/git/ship.git`, ...ada }),
    ...untrusted,
  ],
  [
    "over HTTP with a wrong password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ...wrong }),
    ...refused,
  ],
  [
    "over HTTP with no password, where one is wanted",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, auth: "None" }),
    ...refused,
  ],
  [
    "over HTTP, a repository that there is not",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/raft.git`, ...ada }),
    "The repository does not exist, or this user may not read it",
    "Check the URL.",
  ],
  [
    "a page that is no repository",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/open`, auth: "None" }),
    "There is no Git repository at this address",
    "Check the URL: use the one that git clone uses.",
  ],
  [
    "a branch that there is not",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ref: "mutiny", ...ada }),
    "The repository has no branch or tag with that name",
    "Check the ref.",
  ],
  [
    "a repository with nothing in it",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/empty.git`, ...ada }),
    "The repository has no branch or tag with that name",
    "Push a commit to it first, or check the ref.",
  ],
  ["nobody there", ({ nobody: port }) => ({ url: `http://${host}:${port}/ship.git`, auth: "None" }), ...nobody],
  [
    "over SSH with the right key",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://ada@${host}:${ssh.port}${projects}/ship.git`,
      auth: "SSH",
      certificate: ssh.key,
    }),
    /^Git over SSH from OpenSSH_\S+, as ada, host key SHA256:\S{43}, branch main at [0-9a-f]{7}$/,
  ],
  [
    "over SSH to the server that is known",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://ada@${host}:${ssh.port}${projects}/ship.git`,
      auth: "SSH",
      certificate: ssh.key,
      hostKey: ssh.hostKey,
    }),
    /^Git over SSH from OpenSSH_\S+, as ada, branch main at [0-9a-f]{7}$/,
  ],
  [
    "over SSH to another server than the known one",
    ({ ssh }) => ({
      url: `ssh://ada@${host}:${ssh.port}/ship.git`,
      auth: "SSH",
      certificate: ssh.key,
      hostKey: `SHA256:${"A".repeat(43)}`,
    }),
    /^The server's key does not match the Host Key: SHA256:\S{43}$/,
    "The connection may be intercepted. If the server's key was changed, correct the Host Key.",
  ],
  [
    "over SSH with the right password",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://${host}:${ssh.port}${projects}/ship.git`,
      ref: "v1",
      ...ada,
    }),
    /, tag v1 at [0-9a-f]{7}$/,
  ],
  [
    "over SSH with a wrong password",
    ({ ssh, repositories: { projects } }) => ({ url: `ssh://${host}:${ssh.port}${projects}/ship.git`, ...wrong }),
    ...refused,
  ],
  [
    "over SSH with a key that is none",
    ({ ssh }) => ({
      url: `ssh://ada@${host}:${ssh.port}/ship.git`,
      auth: "SSH",
      certificate: "-----BEGIN NOTHING-----",
    }),
    "The SSH key is not valid",
    "Paste a complete private key without a passphrase.",
  ],
  [
    "over SSH with a key that is public",
    ({ ssh }) => ({ url: `ada@${host}:ship.git`, auth: "SSH", certificate: ssh.publicKey }),
    "The SSH key is not valid",
    "Paste a complete private key without a passphrase.",
  ],
  [
    "over SSH, what looks like an option",
    () => ({ url: `ada@${host}:--version`, ...ada }),
    "The URL is not valid",
    "Use the form https://host:port. Special characters in a name or a password must be percent-encoded.",
  ],
  [
    "over SSH, a repository that there is not",
    ({ ssh }) => ({ url: `ssh://${host}:${ssh.port}/raft.git`, ...ada }),
    "The repository does not exist, or this user may not read it",
    "Check the path in the URL.",
  ],
];

export const webRows = { http, prometheus, git };
