import { expect } from "vitest";
import type { Json } from "#language/columns.ts";
import { s3Keys } from "../s3.ts";
import { ada, host } from "../rows/row.ts";
import type { CheckRow } from "./row.ts";

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
    "files of one folder",
    ({ folders }) => ({ path: `${folders.files}/dumps`, minCount: 1, maxCount: 1 }),
    { pass: true, message: "1 file, 10 B", data: { errorType: "" } },
    allowed,
  ],
  [
    "too few",
    ({ folders }) => ({ path: `${folders.files}/dumps`, minCount: 2 }),
    { pass: false, error: "There are 1 file, and at least 2 are expected", data: { errorType: "min_count" } },
    allowed,
  ],
  [
    "too many, with folders inside",
    ({ folders }) => ({ path: `${folders.files}/dumps`, recursive: true, maxCount: 3 }),
    { pass: false, error: "There are 4 files, and at most 3 are allowed", data: { errorType: "max_count" } },
    allowed,
  ],
  [
    "one that is too old, among those that a pattern means",
    ({ folders }) => ({ path: `${folders.files}/dumps/*/db-*.gz`, maxAge: "24h" }),
    { pass: false, error: "monday/db-1.gz is 1d old; the maximum is 24h", data: { errorType: "max_age" } },
    allowed,
  ],
  [
    "only those that are young enough",
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
    "the newest one too young, to the minute",
    ({ folders }) => ({ path: `${folders.files}/dumps`, minAge: "61m" }),
    { pass: false, error: "index.txt is 1h old; the minimum is 61m", data: { errorType: "min_age" } },
    allowed,
  ],
  [
    "one that is too small",
    ({ folders }) => ({ path: `${folders.files}/dumps/monday`, minSize: "1.5kB" }),
    { pass: false, data: { errorType: "min_size" } },
    allowed,
  ],
  [
    "one that is too large",
    ({ folders }) => ({ path: `${folders.files}/dumps/monday`, maxSize: "1Ki" }),
    { pass: false, data: { errorType: "max_size" } },
    allowed,
  ],
  [
    "room enough",
    ({ folders }) => ({ path: folders.open, availableSize: "1", totalSize: "1kB" }),
    { pass: true },
    allowed,
  ],
  [
    "not room enough",
    ({ folders }) => ({ path: folders.open, availableSize: "900PB" }),
    { pass: false, data: { errorType: "available_size" } },
    allowed,
  ],
  [
    "a folder without files stands in for its oldest and newest file",
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
    "a folder without files, of which an age is demanded",
    ({ folders }) => ({ path: `${folders.open}/two`, maxAge: "1m" }),
    {
      pass: false,
      error: "There are no files, so maxAge cannot be met. Write minCount: 0 to allow no files",
      data: { errorType: "min_count" },
    },
    allowed,
  ],
  [
    "a folder that does not exist, of which a size is demanded",
    ({ folders }) => ({ path: `${folders.open}/nowhere`, minSize: "1kB" }),
    { pass: false, data: { errorType: "min_count" } },
    allowed,
  ],
  [
    "a folder that is not there is empty",
    ({ folders }) => ({ path: `${folders.open}/nowhere`, maxCount: 0 }),
    { pass: true, message: "0 files, 0 B" },
    allowed,
  ],
  [
    "a subfolder that cannot be read",
    ({ folders }) => ({ path: folders.mixed, recursive: true, minCount: 1, maxCount: 1 }),
    unreadableSubfolder("1 file, 1 B", "closed"),
    ({ folders }) => ({ folders: [folders.mixed] }),
  ],
  [
    "the folder of the path cannot be read",
    ({ folders }) => ({ path: `${folders.mixed}/closed`, recursive: true }),
    process.getuid?.() === 0
      ? { invalid: expect.stringContaining("cannot be read by the unprivileged user") as string }
      : { pass: false, data: { errorType: "connection_error" } },
    ({ folders }) => ({ folders: [folders.mixed] }),
  ],
  [
    "a subfolder behind SSH that cannot be read",
    ({ ssh: { port, mixed } }) => ({
      path: mixed,
      sftpConnection: { host, port, ...ada },
      recursive: true,
      minCount: 1,
    }),
    unreadableSubfolder("1 file, 1 B", "closed"),
  ],
  [
    "a subfolder of a share that cannot be read",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files/invoices/mixed`,
      smbConnection: { port, ...ada },
      recursive: true,
      minCount: 1,
    }),
    unreadableSubfolder("1 file, 1 B", "closed"),
  ],
  [
    "an age that is none",
    ({ folders }) => ({ path: folders.open, maxAge: "soon" }),
    { pass: false, data: { errorType: "configuration_error" } },
    allowed,
  ],
  [
    "a folder that nobody opened",
    ({ folders }) => ({ path: folders.closed }),
    { invalid: expect.stringContaining("is not within the directories that may be read") as string },
    allowed,
  ],
  [
    "a path that begins nowhere",
    () => ({ path: "backups" }),
    { invalid: expect.stringContaining("in full") as string },
  ],
  [
    "a bucket",
    ({ s3: { port } }) => ({ path: "s3://cargo/none", awsConnection: aws(port), minCount: 1 }),
    { pass: false, error: "There are 0 files, and at least 1 are expected", data: { errorType: "min_count" } },
  ],
  [
    "a bucket that there is not",
    ({ s3: { port } }) => ({ path: "s3://elsewhere", awsConnection: aws(port) }),
    { pass: false, error: "The bucket does not exist", data: { errorType: "connection_error" } },
  ],
  [
    "a server behind SSH",
    ({ ssh: { port, home } }) => ({ path: home, sftpConnection: { host, port, ...ada }, minCount: 2 }),
    { pass: true, message: expect.stringMatching(/^2 files/) as string },
  ],
  [
    "a server behind SSH that a connection names, with its user as forms nest it",
    ({ ssh: { port, home } }) => ({
      path: home,
      sftpConnection: { connection: "connection://ops/ssh", port, auth: ada },
      minCount: 2,
    }),
    { pass: true },
    () => ({ connections: { "connection://ops/ssh": { url: host } } }),
  ],
  [
    "a share of a domain, named as forms do",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files/invoices`,
      smbConnection: { port, ...ada, domain: "WORKGROUP", sharename: "files" },
      minCount: 1_200,
    }),
    { pass: true },
  ],
  [
    "a share",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files/invoices`,
      smbConnection: { port, ...ada },
      minCount: 1_200,
      maxCount: 1_200,
    }),
    { pass: true },
  ],
  [
    "a share as Windows writes it, with folders inside",
    ({ samba: { port } }) => ({
      path: `\\\\${host}\\files`,
      smbConnection: { port, ...ada },
      recursive: true,
      minCount: 1_202,
    }),
    { pass: true },
  ],
  [
    "a share that the connection names, with its folder and its user as forms nest them",
    ({ samba: { port } }) => ({
      path: "/",
      smbConnection: { connection: "connection://ops/samba", port, share: "files", authentication: ada },
      minCount: 1,
    }),
    { pass: true },
    () => ({ connections: { "connection://ops/samba": { properties: { server: host } } } }),
  ],
  [
    "the folder that the connection names where the path names none",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files`,
      smbConnection: { port, ...ada, searchPath: "invoices", workstation: "DECK-7" },
      minCount: 1_200,
      maxCount: 1_200,
    }),
    { pass: true },
  ],
  [
    "two shares",
    ({ samba: { port } }) => ({ path: `smb://${host}/files`, smbConnection: { port, ...ada, share: "other" } }),
    { invalid: "The path and smbConnection name different shares (files, other). Name only one of them." },
  ],
  [
    "a share with a wrong password",
    ({ samba: { port } }) => ({
      path: `smb://${host}/files`,
      smbConnection: { port, ...ada, password: "guessed-wrong" },
    }),
    { pass: false, error: "The server refused the username or the password", data: { errorType: "connection_error" } },
  ],
];

const s3: CheckRow[] = [
  [
    "written and read back",
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
    "wrong keys",
    ({ s3: { port } }) => ({ bucketName: "cargo", ...aws(port), secretKey: { value: "guessed-wrong" } }),
    { pass: false, error: "The server refuses these keys" },
  ],
  [
    "a bucket that there is not",
    ({ s3: { port } }) => ({ bucketName: "elsewhere", ...aws(port) }),
    { pass: false, error: "The bucket does not exist" },
  ],
  [
    "nobody there",
    ({ nobody: port }) => ({ bucketName: "cargo", ...aws(port) }),
    { pass: false, error: "Nothing listens at this address" },
  ],
];

export const fileCheckRows = { folder, s3 };
