import { expect } from "vitest";
import type { Json } from "#language/columns.ts";
import type { CheckRow } from "../look.ts";
import { s3Keys } from "../s3.ts";
import { ada, host } from "../rows/row.ts";

const allowed: CheckRow[3] = ({ folders }) => ({ folders: [folders.files, folders.open] });

const aws = (port: number) => ({
  endpoint: `http://${host}:${port}`,
  accessKey: { value: s3Keys.username },
  secretKey: { value: s3Keys.password },
});

const unreadableSubfolder = (files: string, name: string) => ({
  pass: true,
  message: expect.stringMatching(`^${files}; 1 subfolder could not be read \\(${name}\\): .`) as string,
  detail: expect.objectContaining({ count: 1, unreadable: 1, unreadableFolders: [name] }) as Json,
  data: { results: { unreadable: 1, unreadableFolders: [name] } },
});

const folder: CheckRow[] = [
  [
    "counts the files of one folder",
    ({ folders }) => ({ path: `${folders.files}/dumps`, minCount: 1, maxCount: 1 }),
    { pass: true, message: "1 file, 10 B", data: { errorType: "" } },
    allowed,
  ],
  [
    "fails if there are too few files",
    ({ folders }) => ({ path: `${folders.files}/dumps`, minCount: 2 }),
    { pass: false, error: "There are 1 file, and at least 2 are expected", data: { errorType: "min_count" } },
    allowed,
  ],
  [
    "fails if there are too many files, including subfolders",
    ({ folders }) => ({ path: `${folders.files}/dumps`, recursive: true, maxCount: 3 }),
    { pass: false, error: "There are 4 files, and at most 3 are allowed", data: { errorType: "max_count" } },
    allowed,
  ],
  [
    "fails if a file that matches the pattern is too old",
    ({ folders }) => ({ path: `${folders.files}/dumps/*/db-*.gz`, maxAge: "24h" }),
    { pass: false, error: "monday/db-1.gz is 1d old; the maximum is 24h", data: { errorType: "max_age" } },
    allowed,
  ],
  [
    "counts only the files that pass the filter",
    ({ folders }) => ({
      path: `${folders.files}/**`,
      filter: { maxAge: "24h", regex: "^db-" },
      minCount: 2,
      maxCount: 2,
    }),
    { pass: true, message: "2 files, 5 KiB" },
    allowed,
  ],
  [
    "fails if the newest file is a minute too young",
    ({ folders }) => ({ path: `${folders.files}/dumps`, minAge: "61m" }),
    { pass: false, error: "index.txt is 1h old; the minimum is 61m", data: { errorType: "min_age" } },
    allowed,
  ],
  [
    "fails if a file is too small",
    ({ folders }) => ({ path: `${folders.files}/dumps/monday`, minSize: "1.5kB" }),
    { pass: false, data: { errorType: "min_size" } },
    allowed,
  ],
  [
    "fails if a file is too large",
    ({ folders }) => ({ path: `${folders.files}/dumps/monday`, maxSize: "1Ki" }),
    { pass: false, data: { errorType: "max_size" } },
    allowed,
  ],
  [
    "passes if there is enough free space",
    ({ folders }) => ({ path: folders.open, availableSize: "1", totalSize: "1kB" }),
    { pass: true },
    allowed,
  ],
  [
    "fails if there is too little free space",
    ({ folders }) => ({ path: folders.open, availableSize: "900PB" }),
    { pass: false, data: { errorType: "available_size" } },
    allowed,
  ],
  [
    "returns an empty folder itself as its oldest and newest file",
    ({ folders }) => ({ path: `${folders.open}/two`, maxAge: "1m", minCount: 0 }),
    {
      pass: true,
      message: "0 files, 0 B",
      data: {
        results: {
          files: [],
          oldest: { name: expect.stringMatching(/\/two$/) as string, is_dir: true, modified: expect.any(Date) as Date },
          newest: { is_dir: true },
        },
      },
    },
    allowed,
  ],
  [
    "fails if an age is required and the folder is empty",
    ({ folders }) => ({ path: `${folders.open}/two`, maxAge: "1m" }),
    {
      pass: false,
      error: "There are no files, so maxAge cannot be met. Write minCount: 0 to allow no files",
      data: { errorType: "min_count" },
    },
    allowed,
  ],
  [
    "fails if a size is required and the folder does not exist",
    ({ folders }) => ({ path: `${folders.open}/nowhere`, minSize: "1kB" }),
    { pass: false, data: { errorType: "min_count" } },
    allowed,
  ],
  [
    "treats a missing folder as empty",
    ({ folders }) => ({ path: `${folders.open}/nowhere`, maxCount: 0 }),
    { pass: true, message: "0 files, 0 B" },
    allowed,
  ],
  [
    "reports an unreadable subfolder",
    ({ folders }) => ({ path: folders.mixed, recursive: true, minCount: 1, maxCount: 1 }),
    unreadableSubfolder("1 file, 1 B", "closed"),
    ({ folders }) => ({ folders: [folders.mixed] }),
  ],
  [
    "reports that the folder itself is unreadable",
    ({ folders }) => ({ path: `${folders.mixed}/closed`, recursive: true }),
    process.getuid?.() === 0
      ? { invalid: expect.stringContaining("cannot be read by the unprivileged user") as string }
      : { pass: false, data: { errorType: "connection_error" } },
    ({ folders }) => ({ folders: [folders.mixed] }),
  ],
  [
    "reports an unreadable subfolder over SSH",
    ({ ssh: { port, mixed } }) => ({
      path: mixed,
      sftpConnection: { host, port, ...ada },
      recursive: true,
      minCount: 1,
    }),
    unreadableSubfolder("1 file, 1 B", "closed"),
  ],
  [
    "reports an unreadable subfolder of a share",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files/invoices/mixed`,
      smbConnection: { port, ...ada },
      recursive: true,
      minCount: 1,
    }),
    unreadableSubfolder("1 file, 1 B", "closed"),
  ],
  [
    "reports an invalid age",
    ({ folders }) => ({ path: folders.open, maxAge: "soon" }),
    { pass: false, data: { errorType: "configuration_error" } },
    allowed,
  ],
  [
    "refuses a folder that the operator does not allow",
    ({ folders }) => ({ path: folders.closed }),
    { invalid: expect.stringContaining("is not within the directories that may be read") as string },
    allowed,
  ],
  ["refuses a relative path", () => ({ path: "backups" }), { invalid: expect.stringContaining("in full") as string }],
  [
    "counts the files of a bucket",
    ({ s3: { port } }) => ({ path: "s3://cargo/none", awsConnection: aws(port), minCount: 1 }),
    { pass: false, error: "There are 0 files, and at least 1 are expected", data: { errorType: "min_count" } },
  ],
  [
    "reports an unknown bucket",
    ({ s3: { port } }) => ({ path: "s3://elsewhere", awsConnection: aws(port) }),
    { pass: false, error: "The bucket does not exist", data: { errorType: "connection_error" } },
  ],
  [
    "counts files over SSH",
    ({ ssh: { port, home } }) => ({ path: home, sftpConnection: { host, port, ...ada }, minCount: 2 }),
    { pass: true, message: expect.stringMatching(/^2 files/) as string },
  ],
  [
    "counts files over SSH at the host of a connection, with the nested user of a form",
    ({ ssh: { port, home } }) => ({
      path: home,
      sftpConnection: { connection: "connection://ops/ssh", port, auth: ada },
      minCount: 2,
    }),
    { pass: true },
    () => ({ connections: { "connection://ops/ssh": { url: host } } }),
  ],
  [
    "counts the files of a share with a domain and the field names of a form",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files/invoices`,
      smbConnection: { port, ...ada, domain: "WORKGROUP", sharename: "files" },
      minCount: 1_200,
    }),
    { pass: true },
  ],
  [
    "counts the files of a share",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files/invoices`,
      smbConnection: { port, ...ada },
      minCount: 1_200,
      maxCount: 1_200,
    }),
    { pass: true },
  ],
  [
    "counts the files of a share in Windows notation, including subfolders",
    ({ samba: { port } }) => ({
      path: `\\\\${host}\\files`,
      smbConnection: { port, ...ada },
      recursive: true,
      minCount: 1_202,
    }),
    { pass: true },
  ],
  [
    "counts the files of a share at the server of a connection, with the nested user of a form",
    ({ samba: { port } }) => ({
      path: "/",
      smbConnection: { connection: "connection://ops/samba", port, share: "files", authentication: ada },
      minCount: 1,
    }),
    { pass: true },
    () => ({ connections: { "connection://ops/samba": { properties: { server: host } } } }),
  ],
  [
    "uses the folder of the connection if the path has none",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files`,
      smbConnection: { port, ...ada, searchPath: "invoices", workstation: "DECK-7" },
      minCount: 1_200,
      maxCount: 1_200,
    }),
    { pass: true },
  ],
  [
    "refuses two different shares",
    ({ samba: { port } }) => ({ path: `smb://${host}/files`, smbConnection: { port, ...ada, share: "other" } }),
    { invalid: "The path and smbConnection refer to different shares (files, other). Name only one of them." },
  ],
  [
    "refuses a wrong password for a share",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files`,
      smbConnection: { port, ...ada, password: "guessed-wrong" },
    }),
    { pass: false, error: "The server refused the username or the password", data: { errorType: "connection_error" } },
  ],
];

const s3: CheckRow[] = [
  [
    "writes an object and reads it back",
    ({ s3: { port } }) => ({ bucketName: "cargo", objectPath: "/probe", ...aws(port) }),
    {
      pass: true,
      metrics: ["canary_check_s3_list", "canary_check_s3_update"].map((name) => ({
        name,
        type: "histogram" as const,
        labels: expect.objectContaining({ bucket: "cargo" }) as Record<string, string>,
        value: expect.any(Number) as number,
      })),
    },
  ],
  [
    "refuses wrong keys",
    ({ s3: { port } }) => ({ bucketName: "cargo", ...aws(port), secretKey: { value: "guessed-wrong" } }),
    { pass: false, error: "The server rejects these access keys" },
  ],
  [
    "reports an unknown bucket",
    ({ s3: { port } }) => ({ bucketName: "elsewhere", ...aws(port) }),
    { pass: false, error: "The bucket does not exist" },
  ],
  [
    "reports a closed port",
    ({ nobody: port }) => ({ bucketName: "cargo", ...aws(port) }),
    { pass: false, error: "Nothing listens at this address" },
  ],
];

export const fileCheckRows = { folder, s3 };
