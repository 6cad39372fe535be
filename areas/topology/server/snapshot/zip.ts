// The zip file of a snapshot.
import type { FastifyReply } from "fastify";
import { writeZip, type ZipEntry } from "#lib/zip/write-zip.ts";
import type { Collected } from "./collect.ts";
import type { CollectedLogs } from "./log-lines.ts";

/**
 * Parts that the reader is not allowed to read are missing; a note gives the number of rows that a large snapshot
 * leaves out.
 */
export function zipOf(
  entries: readonly ZipEntry[],
  parts: Readonly<Record<"configs" | "checks", Collected | undefined>>,
  logs?: CollectedLogs,
): Promise<Buffer> {
  const found = Object.entries(parts).flatMap(([name, part]) => (part ? [{ name, ...part }] : []));
  const cut = [...found, { name: "logs", leftOut: logs?.leftOut ?? 0 }].filter(({ leftOut }) => leftOut > 0);
  return writeZip(
    [
      ...entries,
      ...found.map(({ name, rows }) => fileOf(`${name}.json`, rows)),
      ...(logs?.files ?? []),
      ...(logs && logs.notes.length > 0 ? [fileOf("log-notes.json", logs.notes)] : []),
      ...(cut.length > 0
        ? [fileOf("left-out.json", Object.fromEntries(cut.map(({ name, leftOut }) => [name, leftOut])))]
        : []),
    ],
    new Date(),
  );
}

export const fileOf = (name: string, content: unknown): ZipEntry => ({
  name,
  content: JSON.stringify(content, undefined, 2),
});

export function sendZip(reply: FastifyReply, zip: Buffer): Blob {
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  reply.header("content-disposition", `attachment; filename="snapshot-${time}.zip"`);
  return zip as unknown as Blob;
}
