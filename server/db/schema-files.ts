// Finds the SQL files of the schema: `<module>/schema/*.sql` are changes, applied once in the order of their names;
// `<module>/schema/{functions,views}/*.sql` define current objects, one per file, with the object's name.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";

export interface SqlFile {
  /** The path relative to the repository, which is the key in the database. */
  path: string;
  name: string;
  sql: string;
  checksum: string;
}

export interface SchemaFiles {
  changes: SqlFile[];
  functions: SqlFile[];
  views: SqlFile[];
}

/** The folders whose subfolders may contain a `schema/`: the server's modules and the areas. */
const parents = ["server", "areas"];

export async function readSchemaFiles(root = repository): Promise<SchemaFiles> {
  const files: SchemaFiles = { changes: [], functions: [], views: [] };
  for (const parent of parents)
    for (const module of await names(join(root, parent), { folders: true })) {
      const schema = join(parent, module, "schema");
      files.changes.push(...(await sqlFiles(root, schema)));
      files.functions.push(...(await sqlFiles(root, join(schema, "functions"))));
      files.views.push(...(await sqlFiles(root, join(schema, "views"))));
    }
  files.changes.sort((a, b) => (a.name === b.name ? compare(a.path, b.path) : compare(a.name, b.name)));
  return files;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function sqlFiles(root: string, folder: string): Promise<SqlFile[]> {
  const found = (await names(join(root, folder), { folders: false })).filter((name) => name.endsWith(".sql"));
  return Promise.all(
    found.map(async (file) => {
      const path = join(folder, file);
      const sql = await readFile(join(root, path), "utf8");
      return {
        path,
        name: file.slice(0, -".sql".length),
        sql,
        checksum: createHash("sha256").update(sql).digest("hex"),
      };
    }),
  );
}

async function names(folder: string, { folders }: { folders: boolean }): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isDirectory() === folders)
    .map((entry) => entry.name)
    .sort(compare);
}
