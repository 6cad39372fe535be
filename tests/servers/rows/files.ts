import type { Servers } from "../all-servers.ts";
import { s3Keys } from "../s3.ts";
import { password } from "../password.ts";
import { ada, host, nobody, refused, wrong, type Row } from "./row.ts";

const sftp: Row[] = [
  [
    "the right password",
    ({ ssh: { port } }) => ({ host, port, ...ada }),
    /^OpenSSH_\S+, 2 entries in the home folder, as ada, host key SHA256:\S{43}$/,
  ],
  [
    "the key that the server is known by",
    ({ ssh: { port, hostKey } }) => ({ host, port, hostKey, ...ada }),
    /^OpenSSH_\S+, 2 entries in the home folder, as ada$/,
  ],
  [
    "the key of another server",
    ({ ssh: { port, publicKey } }) => ({ host, port, hostKey: publicKey, ...ada }),
    /^The server shows another key than the one it is known by: SHA256:\S{43}$/,
    "The connection may be intercepted. If its key was changed, correct the Host Key.",
  ],
  ["a wrong password", ({ ssh: { port } }) => ({ host, port, ...wrong }), ...refused],
  ["a wrong user", ({ ssh: { port } }) => ({ host, port, username: "eve", password }), ...refused],
  ["nobody there", ({ nobody: port }) => ({ host, port, ...ada }), ...nobody],
  [
    "a server of something else",
    ({ nginx: { tlsPort } }) => ({ host, port: tlsPort, ...ada }),
    "It does not speak SSH there",
    "Check the port; SSH is usually found at 22.",
  ],
  [
    "a folder that there is not",
    ({ ssh: { port } }) => ({ host: `sftp://${host}:${port}/nowhere`, ...ada }),
    "There is no such folder",
    "Check the path.",
  ],
];

const smb: Row[] = [
  [
    "the right password",
    ({ samba: { port } }) => ({ server: host, port, share: "files", ...ada }),
    "SMB 3.1.1, share files, 3 entries, as ada",
  ],
  [
    "a share that is sealed",
    ({ samba: { port } }) => ({ server: host, port, share: "sealed", username: "TEST\\ada", password }),
    "SMB 3.1.1, share sealed, 3 entries, as TEST\\ada",
  ],
  [
    "a folder with more than one answer holds",
    ({ samba: { port } }) => ({ server: host, port, share: "files", ...ada }),
    "SMB 3.1.1, share files, 1201 entries, as ada",
    undefined,
    ({ samba: { port } }) => ({
      columns: { properties: { server: host, port: String(port), sharename: "files", searchPath: "/invoices" } },
    }),
  ],
  ["a wrong password", ({ samba: { port } }) => ({ server: host, port, share: "files", ...wrong }), ...refused],
  ["nobody there", ({ nobody: port }) => ({ server: host, port, share: "files", ...ada }), ...nobody],
  [
    "no user, where guests are not let in",
    ({ samba: { port } }) => ({ server: host, port, share: "files" }),
    ...refused,
  ],
  [
    "a share that there is not",
    ({ samba: { port } }) => ({ server: host, port, share: "attic", ...ada }),
    "There is no share of that name",
    "Check the share.",
  ],
  [
    "a server of something else",
    ({ ssh: { port } }) => ({ server: host, port, share: "files", ...ada }),
    "The response is not in the SMB protocol",
    "Check the port; SMB is usually found at 445.",
  ],
];

const s3: Row[] = [
  [
    "the right keys",
    ({ s3: { port } }) => ({ bucket: "cargo", endpoint: `http://${host}:${port}`, ...s3Keys }),
    "S3 bucket cargo, 0 objects, as S3RVER",
  ],
  [
    "a wrong secret key",
    ({ s3: { port } }) => ({
      bucket: "cargo",
      endpoint: `http://${host}:${port}`,
      ...s3Keys,
      password: "guessed-wrong",
    }),
    "The server refuses these keys",
    "Check access key and secret key.",
  ],
  [
    "a wrong access key",
    ({ s3: { port } }) => ({
      bucket: "cargo",
      endpoint: `http://${host}:${port}`,
      username: "EVE",
      password: "S3RVER",
    }),
    "The server refuses these keys",
    "Check access key and secret key.",
  ],
  [
    "a bucket that there is not",
    ({ s3: { port } }) => ({ bucket: "ballast", endpoint: `http://${host}:${port}`, ...s3Keys }),
    "There is no bucket of that name",
    "Check bucket and region.",
  ],
  [
    "nobody there",
    ({ nobody: port }) => ({ bucket: "cargo", endpoint: `http://${host}:${port}`, ...s3Keys }),
    ...nobody,
  ],
];

const allowed = ({ folders }: Servers) => ({ folders: [folders.open] });

const folder: Row[] = [
  ["a folder", ({ folders }) => ({ path: folders.open }), "Folder with 2 entries", undefined, allowed],
  [
    "a folder that there is not",
    ({ folders }) => ({ path: `${folders.open}/nowhere` }),
    "There is no such folder",
    "Check the path on the machine Quarterdeck runs on.",
    allowed,
  ],
  ["a file", ({ folders }) => ({ path: `${folders.open}/one` }), /\/open\/one is not a folder\.$/, undefined, allowed],
  [
    "a folder that the operator did not allow",
    ({ folders }) => ({ path: folders.closed }),
    /^\S+\/closed is not within the directories that may be read\. The operator can allow one with ALLOW_DIRECTORIES=/,
    undefined,
    allowed,
  ],
  [
    "a path that begins nowhere",
    () => ({ path: "backups" }),
    "The path does not begin at the root",
    "Write it in full, such as /srv/backups.",
  ],
];

export const fileRows = { sftp, smb, s3, folder };
