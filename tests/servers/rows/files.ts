import type { Servers } from "../all-servers.ts";
import { s3Keys } from "../s3.ts";
import { ada, host, nobody, refused, wrong, type Row, password } from "./row.ts";

const sftp: Row[] = [
  [
    "accepts the right password",
    ({ ssh: { port } }) => ({ host, port, ...ada }),
    /^OpenSSH_\S+, 2 entries in the home folder, as ada, host key SHA256:\S{43}$/,
  ],
  [
    "accepts the known host key",
    ({ ssh: { port, hostKey } }) => ({ host, port, hostKey, ...ada }),
    /^OpenSSH_\S+, 2 entries in the home folder, as ada$/,
  ],
  [
    "refuses a different host key",
    ({ ssh: { port, publicKey } }) => ({ host, port, hostKey: publicKey, ...ada }),
    /^The server's key does not match the Host Key: SHA256:\S{43}$/,
    "The connection may be intercepted. If the server's key was changed, correct the Host Key.",
  ],
  ["refuses a wrong password", ({ ssh: { port } }) => ({ host, port, ...wrong }), ...refused],
  ["refuses an unknown user", ({ ssh: { port } }) => ({ host, port, username: "eve", password }), ...refused],
  ["reports a closed port", ({ nobody: port }) => ({ host, port, ...ada }), ...nobody],
  [
    "reports a server with a different protocol",
    ({ nginx: { tlsPort } }) => ({ host, port: tlsPort, ...ada }),
    "The server does not use SSH on this port",
    "Check the port. SSH usually uses port 22.",
  ],
  [
    "reports an unknown folder",
    ({ ssh: { port } }) => ({ host: `sftp://${host}:${port}/nowhere`, ...ada }),
    "The folder does not exist",
    "Check the path.",
  ],
];

const smb: Row[] = [
  [
    "accepts the right password",
    ({ samba: { port } }) => ({ server: host, port, share: "files", ...ada }),
    "SMB 3.1.1, share files, 3 entries, as ada",
  ],
  [
    "connects to a share that requires encryption",
    ({ samba: { port } }) => ({ server: host, port, share: "sealed", username: "TEST\\ada", password }),
    "SMB 3.1.1, share sealed, 3 entries, as TEST\\ada",
  ],
  [
    "lists a folder that needs several responses",
    ({ samba: { port } }) => ({ server: host, port, share: "files", ...ada }),
    "SMB 3.1.1, share files, 1201 entries, as ada",
    undefined,
    ({ samba: { port } }) => ({
      columns: { properties: { server: host, port: String(port), sharename: "files", searchPath: "/invoices" } },
    }),
  ],
  ["refuses a wrong password", ({ samba: { port } }) => ({ server: host, port, share: "files", ...wrong }), ...refused],
  ["reports a closed port", ({ nobody: port }) => ({ server: host, port, share: "files", ...ada }), ...nobody],
  [
    "refuses a guest if the server does not allow guests",
    ({ samba: { port } }) => ({ server: host, port, share: "files" }),
    ...refused,
  ],
  [
    "reports an unknown share",
    ({ samba: { port } }) => ({ server: host, port, share: "attic", ...ada }),
    "The share does not exist",
    "Check the share.",
  ],
  [
    "reports a server with a different protocol",
    ({ ssh: { port } }) => ({ server: host, port, share: "files", ...ada }),
    "The response is not in the SMB protocol",
    "Check the port. SMB usually uses port 445.",
  ],
];

const s3: Row[] = [
  [
    "accepts the right keys",
    ({ s3: { port } }) => ({ bucket: "cargo", endpoint: `http://${host}:${port}`, ...s3Keys }),
    "S3 bucket cargo, 0 objects, as S3RVER",
  ],
  [
    "refuses a wrong secret key",
    ({ s3: { port } }) => ({
      bucket: "cargo",
      endpoint: `http://${host}:${port}`,
      ...s3Keys,
      password: "guessed-wrong",
    }),
    "The server rejects these access keys",
    "Check access key and secret key.",
  ],
  [
    "refuses a wrong access key",
    ({ s3: { port } }) => ({
      bucket: "cargo",
      endpoint: `http://${host}:${port}`,
      username: "EVE",
      password: "S3RVER",
    }),
    "The server rejects these access keys",
    "Check access key and secret key.",
  ],
  [
    "reports an unknown bucket",
    ({ s3: { port } }) => ({ bucket: "ballast", endpoint: `http://${host}:${port}`, ...s3Keys }),
    "The bucket does not exist",
    "Check bucket and region.",
  ],
  [
    "reports a closed port",
    ({ nobody: port }) => ({ bucket: "cargo", endpoint: `http://${host}:${port}`, ...s3Keys }),
    ...nobody,
  ],
];

const allowed = ({ folders }: Servers) => ({ folders: [folders.open] });

const folder: Row[] = [
  ["lists a folder", ({ folders }) => ({ path: folders.open }), "Folder with 2 entries", undefined, allowed],
  [
    "reports an unknown folder",
    ({ folders }) => ({ path: `${folders.open}/nowhere` }),
    "The folder does not exist",
    "Check the path on the machine that runs Quarterdeck.",
    allowed,
  ],
  [
    "refuses a file",
    ({ folders }) => ({ path: `${folders.open}/one` }),
    /\/open\/one is not a folder\.$/,
    undefined,
    allowed,
  ],
  [
    "refuses a folder that the operator does not allow",
    ({ folders }) => ({ path: folders.closed }),
    /^\S+\/closed is not within the directories that may be read\. The operator can allow one with ALLOW_DIRECTORIES=/,
    undefined,
    allowed,
  ],
  [
    "refuses a relative path",
    () => ({ path: "backups" }),
    "The path is not absolute",
    "Write it in full, such as /srv/backups.",
  ],
];

export const fileRows = { sftp, smb, s3, folder };
