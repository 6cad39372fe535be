import { prometheusUser } from "../prometheus.ts";
import { ada, host, nobody, noTls, refused, trusting, untrusted, wrong, type Row } from "./row.ts";

const http: Row[] = [
  [
    "accepts the right password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/`, ...ada }),
    /^HTTP status 200 from nginx\/\S+, as ada$/,
  ],
  [
    "refuses a certificate of an unknown authority",
    ({ nginx: { tlsPort } }) => ({ url: `https://${host}:${tlsPort}/`, ...ada }),
    ...untrusted,
  ],
  [
    "accepts any certificate with insecure_tls",
    ({ nginx: { tlsPort } }) => ({ url: `https://${host}:${tlsPort}/`, ...ada, insecure_tls: true }),
    /^HTTP status 200 from nginx/,
  ],
  [
    "refuses a certificate for a different name",
    ({ nginx: { elsewherePort } }) => ({ url: `https://localhost:${elsewherePort}/`, ...ada }),
    "The server's certificate is for a different host name",
    "Install a trusted certificate on the server, or turn on Insecure TLS.",
    trusting,
  ],
  [
    "reports that the server does not support TLS",
    ({ nginx: { plainPort } }) => ({ url: `https://${host}:${plainPort}/`, ...ada }),
    ...noTls,
  ],
  [
    "reports that the server expects TLS",
    ({ nginx: { tlsPort } }) => ({ url: `http://${host}:${tlsPort}/`, ...ada }),
    "The server requires TLS",
    "Use https:// in the URL.",
  ],
  [
    "refuses a wrong password",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/`, ...wrong }),
    ...refused,
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `http://${host}:${port}/`, ...ada }), ...nobody],
  [
    "reports a server error",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/broken`, ...ada }),
    "The server responded with status 500",
    "Check the log of the server.",
  ],
];

const prometheus: Row[] = [
  [
    "accepts the right password",
    ({ prometheus: { port } }) => ({
      url: `http://${host}:${port}`,
      username: prometheusUser.name,
      password: prometheusUser.password,
    }),
    /^Prometheus \d+\.\d+\.\d+\S*, 0 targets up$/,
  ],
  [
    "refuses a wrong password",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}/`, ...wrong }),
    ...refused,
  ],
  [
    "reports that a password is required",
    ({ prometheus: { port } }) => ({ url: `http://${host}:${port}` }),
    "The server requires a username and a password",
    "Fill in username and password.",
  ],
  ["reports a closed port", ({ nobody: port }) => ({ url: `http://${host}:${port}` }), ...nobody],
  [
    "reports a server with a different protocol",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/open`, ...ada }),
    "The response is not from Prometheus",
    "Check the URL: it must not include /api.",
  ],
];

const git: Row[] = [
  [
    "accepts the right password over HTTP",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, auth: "Basic", ...ada }),
    /^Git over HTTP, as ada, branch main at [0-9a-f]{7}$/,
  ],
  [
    "reads a tag over HTTP",
    ({ nginx: { plainPort } }) => ({
      url: `http://${host}:${plainPort}/git/ship.git`,
      auth: "Basic",
      ref: "v1",
      ...ada,
    }),
    /^Git over HTTP, as ada, tag v1 at [0-9a-f]{7}$/,
  ],
  [
    "refuses a certificate of an unknown authority over HTTPS",
    ({ nginx: { tlsPort } }) => ({ url: `https://${host}:${tlsPort}/git/ship.git`, ...ada }),
    ...untrusted,
  ],
  [
    "refuses a wrong password over HTTP",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ...wrong }),
    ...refused,
  ],
  [
    "reports over HTTP that a password is required",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, auth: "None" }),
    ...refused,
  ],
  [
    "reports an unknown repository over HTTP",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/raft.git`, ...ada }),
    "The repository does not exist, or this user is not allowed to read it",
    "Check the URL.",
  ],
  [
    "reports a page that is not a repository",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/open`, auth: "None" }),
    "There is no Git repository at this address",
    "Check the URL: use the one that git clone uses.",
  ],
  [
    "reports an unknown branch",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/ship.git`, ref: "mutiny", ...ada }),
    "The repository has no branch or tag with that name",
    "Check the ref.",
  ],
  [
    "reports an empty repository",
    ({ nginx: { plainPort } }) => ({ url: `http://${host}:${plainPort}/git/empty.git`, ...ada }),
    "The repository has no branch or tag with that name",
    "Push a commit to it first, or check the ref.",
  ],
  [
    "reports a closed port",
    ({ nobody: port }) => ({ url: `http://${host}:${port}/ship.git`, auth: "None" }),
    ...nobody,
  ],
  [
    "accepts the right key over SSH",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://ada@${host}:${ssh.port}${projects}/ship.git`,
      auth: "SSH",
      certificate: ssh.key,
    }),
    /^Git over SSH from OpenSSH_\S+, as ada, host key SHA256:\S{43}, branch main at [0-9a-f]{7}$/,
  ],
  [
    "accepts the known host key over SSH",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://ada@${host}:${ssh.port}${projects}/ship.git`,
      auth: "SSH",
      certificate: ssh.key,
      hostKey: ssh.hostKey,
    }),
    /^Git over SSH from OpenSSH_\S+, as ada, branch main at [0-9a-f]{7}$/,
  ],
  [
    "refuses a different host key over SSH",
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
    "accepts the right password over SSH",
    ({ ssh, repositories: { projects } }) => ({
      url: `ssh://${host}:${ssh.port}${projects}/ship.git`,
      ref: "v1",
      ...ada,
    }),
    /, tag v1 at [0-9a-f]{7}$/,
  ],
  [
    "refuses a wrong password over SSH",
    ({ ssh, repositories: { projects } }) => ({ url: `ssh://${host}:${ssh.port}${projects}/ship.git`, ...wrong }),
    ...refused,
  ],
  [
    "reports an invalid key",
    ({ ssh }) => ({
      url: `ssh://ada@${host}:${ssh.port}/ship.git`,
      auth: "SSH",
      certificate: "-----BEGIN NOTHING-----",
    }),
    "The SSH key is not valid",
    "Paste a complete private key without a passphrase.",
  ],
  [
    "reports a public key",
    ({ ssh }) => ({ url: `ada@${host}:ship.git`, auth: "SSH", certificate: ssh.publicKey }),
    "The SSH key is not valid",
    "Paste a complete private key without a passphrase.",
  ],
  [
    "refuses a path that looks like an option",
    () => ({ url: `ada@${host}:--version`, ...ada }),
    "The URL is not valid",
    "Use the form https://host:port. Special characters in a name or a password must be percent-encoded.",
  ],
  [
    "reports an unknown repository over SSH",
    ({ ssh }) => ({ url: `ssh://${host}:${ssh.port}/raft.git`, ...ada }),
    "The repository does not exist, or this user is not allowed to read it",
    "Check the path in the URL.",
  ],
];

export const webRows = { http, prometheus, git };
