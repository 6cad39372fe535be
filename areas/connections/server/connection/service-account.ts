// Reads the pod's credentials for the cluster that it runs in. The files are renewed from time to time, so they are
// read on each use.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "#server/env/env.ts";
import { ConnectionFailure } from "./failure.ts";

export async function readServiceAccount({ serviceAccount }: Pick<Cluster, "serviceAccount">) {
  const [token, ca] = await Promise.all([read(serviceAccount, "token"), read(serviceAccount, "ca.crt")]);
  return { token, ca };
}

async function read(folder: string, file: string): Promise<string> {
  try {
    return (await readFile(join(folder, file), "utf8")).trim();
  } catch (error) {
    throw new ConnectionFailure(
      `The service account of this pod cannot be used: ${join(folder, file)} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      "Mount the token of a service account into the pod (automountServiceAccountToken), or start with SECRETS_DIR.",
    );
  }
}
