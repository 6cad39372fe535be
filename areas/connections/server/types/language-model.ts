// A language model that a connection names must be one that its key can use.
import type { z } from "zod";
import { ConnectionFailure } from "../failure.ts";
import type { ServiceCall } from "./service-call.ts";

interface Named {
  /** What is said of the service so far. */
  told: string;
  name: string | undefined;
  /** Where one model is asked about. */
  path: string;
  shape: z.ZodType;
  known: readonly { id: string }[];
}

export async function modelTold(service: ServiceCall, { told, name, path, shape, known }: Named): Promise<string> {
  if (!name) return told;
  if (!known.some(({ id }) => id === name)) {
    const reply = await service.reply(`${path}/${encodeURIComponent(name)}`);
    if (reply.status === 404) throw unknownModel(service, name, known);
    service.read(reply, shape);
  }
  return `${told}, ${name} among them`;
}

export function unknownModel(
  { host }: Pick<ServiceCall, "host">,
  name: string,
  known: readonly { id: string }[],
): ConnectionFailure {
  const some = known.slice(0, 5).map(({ id }) => id);
  return new ConnectionFailure(
    `There is no model ${name} at ${host} for this key`,
    some.length === 0 ? "Choose another model." : `Choose another model, such as ${some.join(", ")}.`,
  );
}
