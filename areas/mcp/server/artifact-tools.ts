// MCP tools that read artifacts: files that checks, scrapers and playbook runs produced.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { defineTool, type McpCaller } from "#server/mcp/tool.ts";

const id = z.guid("is not the id of an artifact").toLowerCase().describe("The id of the artifact");
const megabyte = 1024 * 1024;
/** Larger files are refused, because the whole file is read into memory even if only its start is returned. */
const maxSize = 16 * megabyte;
const textual = /^text\/|json|yaml|xml|javascript|csv|log/;

async function metadata(caller: McpCaller, wanted: string) {
  const [found] = await caller.rows("artifacts", {
    select: "id,filename,path,content_type,size,checksum,created_at",
    id: `eq.${wanted}`,
    deleted_at: "is.null",
  });
  if (!found) throw problem.notFound("artifact", wanted);
  return found as { content_type: string; size: number };
}

export const artifactTools = [
  defineTool({
    name: "read_artifact_metadata",
    title: "Read the metadata of an artifact",
    description: "Returns the name, type and size of a file that a check or a playbook run produced.",
    input: z.strictObject({ id }),
    run: ({ id: wanted }, caller) => metadata(caller, wanted),
  }),
  defineTool({
    name: "read_artifact_content",
    title: "Read an artifact",
    description: "Returns the text of a file that a check or a playbook run produced.",
    input: z.strictObject({ id, max_length: z.int().min(1).max(megabyte).default(megabyte).describe("Bytes") }),
    quotes: "artifacts",
    more: "Use a lower max_length.",
    async run({ id: wanted, max_length }, caller) {
      const { content_type, size } = await metadata(caller, wanted);
      const path = `/api/artifacts/download/${wanted}`;
      if (!textual.test(content_type) || size > maxSize)
        throw problem.invalid(`Only text files up to 16 MB can be read. This file is ${content_type}, ${size} bytes.`, {
          hint: `Download it from ${path}.`,
        });
      return caller.text(path, max_length);
    },
  }),
];
