// Reads a stored connection with its decrypted secrets, without permission checks.
import type { System } from "#server/area.ts";
import { openConnection } from "#areas/connections/server/rows/sealed.ts";
import type { OpenConnection } from "#areas/connections/server/connection/open-connection.ts";

export async function openStored({ db, secrets }: Pick<System, "db" | "secrets">, id: string): Promise<OpenConnection> {
  const row = await db.system.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return openConnection(secrets, row);
}
