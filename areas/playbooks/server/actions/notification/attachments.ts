// The files of a message: base64 data, or artifacts from earlier actions in the run (`artifact://<action>/<pattern>`).
import { basename } from "node:path";
import { fitsPath, pathPattern } from "#lib/text/path-pattern.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";

export interface WrittenAttachment {
  filename?: string | undefined;
  content: string;
  contentType?: string | undefined;
}

export interface Attachment {
  filename: string;
  contentType?: string | undefined;
  content: Buffer;
}

/** Maximum total size of attachments, because mail servers refuse larger messages. */
const maxBytes = 20 * 1024 * 1024;

export async function attachmentsOf(
  written: readonly WrittenAttachment[],
  context: Pick<ActionContext, "run" | "system">,
): Promise<Attachment[]> {
  const found: Attachment[] = [];
  for (const { filename, content, contentType } of written) {
    const [, action, pattern] = /^artifact:\/\/([^/]+)\/(.+)$/.exec(content.trim()) ?? [];
    if (action === undefined)
      found.push({ filename: filename ?? "attachment", contentType, content: decoded(content) });
    else {
      const files = await artifactsOf(context, decodeURIComponent(action), pattern!);
      if (files.length === 0) throw new ActionInvalid(`The run has no artifact that matches ${content.trim()}.`);
      found.push(...files.map((file) => (files.length === 1 && filename ? { ...file, filename } : file)));
    }
    const size = found.reduce((sum, file) => sum + file.content.length, 0);
    if (size > maxBytes) throw new ActionInvalid(`The attachments are larger than ${maxBytes / 1024 / 1024} MiB.`);
  }
  return found;
}

function decoded(content: string): Buffer {
  const text = content.replaceAll(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text))
    throw new ActionInvalid("The content of an attachment must be base64 or artifact://<action>/<pattern>.");
  return Buffer.from(text, "base64");
}

async function artifactsOf(
  { run, system }: Pick<ActionContext, "run" | "system">,
  action: string,
  pattern: string,
): Promise<Attachment[]> {
  const rows = await system.db.system
    .selectFrom("artifacts as f")
    .innerJoin("playbook_run_actions as a", "a.id", "f.playbook_run_action_id")
    .where("a.playbook_run_id", "=", run.id)
    .where("a.name", "=", action)
    .where("f.completed_at", "is not", null)
    .where("f.deleted_at", "is", null)
    .select(["f.id", "f.path", "f.filename", "f.content_type", "f.size", "a.id as action_id"])
    .orderBy("f.created_at")
    .execute();
  const wanted = pathPattern(pattern.split("/"));
  const files: Attachment[] = [];
  for (const row of rows) {
    const path = row.path.replace(`playbooks/${row.action_id}/`, "");
    if (!fitsPath(wanted, path.split("/"))) continue;
    if (row.size > maxBytes) throw new ActionInvalid(`The artifact ${path} is too large for a message.`);
    const { content } = await system.artifacts.open(row.id);
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    files.push({
      filename: basename(row.filename || path),
      contentType: row.content_type,
      content: Buffer.concat(pieces),
    });
  }
  return files;
}
