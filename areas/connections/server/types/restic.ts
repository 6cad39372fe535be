import { z } from "zod";
import { connectionType, type Trial } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";
import { decrypted, keyFile, type Keys, openKey } from "./restic-key.ts";
import { repositoryAt, type Repository } from "./restic-repository.ts";
import { needed } from "../clients/service-call.ts";

/** Maximum number of keys to try; repositories have fewer users. */
const maxKeys = 10;

const config = z.object({ version: z.number(), id: z.string() });

export const restic = connectionType({
  type: "restic",
  title: "Restic",
  icon: "restic",
  group: "Files",
  fields: {
    password: credential("Password", "password"),
    url: line("Repository URL", "url", { placeholder: "s3:https://host/bucket" }),
    awsConnectionName: line("AWS Connection Name", "properties.awsConnectionName"),
    accessKey: credential("Access Key", "properties.accessKey"),
    secretKey: credential("Secret Key", "properties.secretKey"),
  },
  async test({ url, password, properties, insecure_tls }, trial) {
    const repository = repositoryAt(trial, needed(url, "Repository URL"), {
      accessKey: properties["accessKey"],
      secretKey: properties["secretKey"],
      password: needed(password, "Password"),
      insecure: insecure_tls,
    });
    const sealed = await repository.file("config");
    if (!sealed)
      throw new ConnectionFailure(
        `The repository does not exist at ${repository.host}`,
        "Check the path, or run restic init.",
      );
    const { keys, owner } = await opened(repository, needed(password, "Password"), trial);
    const repositoryConfig = config.parse(JSON.parse(decrypted(keys, sealed)?.toString("utf8") ?? "null"));
    return `Restic repository ${repositoryConfig.id.slice(0, 10)}, version ${repositoryConfig.version}, at ${repository.host}, with the key of ${owner}`;
  },
});

async function opened(
  repository: Repository,
  password: string,
  { signal }: Trial,
): Promise<{ keys: Keys; owner: string }> {
  const names = await repository.keys();
  for (const name of names.slice(0, maxKeys)) {
    signal.throwIfAborted();
    const file = keyFile.safeParse(jsonOf(await repository.file(`keys/${name}`)));
    const keys = file.success ? await openKey(file.data, password) : undefined;
    if (keys) return { keys, owner: `${file.data!.username ?? "?"}@${file.data!.hostname ?? "?"}` };
  }
  if (names.length === 0)
    throw new ConnectionFailure(`The repository at ${repository.host} has no key`, "Check the path.");
  throw new ConnectionFailure("The password does not decrypt any key of the repository", "Check Password.");
}

function jsonOf(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString("utf8") ?? "");
  } catch {
    return undefined;
  }
}
