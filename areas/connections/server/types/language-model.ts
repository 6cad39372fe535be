// Checks that the key of a connection can use the language model that the connection names.
import type { z } from "zod";
import { ConnectionFailure } from "../connection/failure.ts";
import type { ServiceCall } from "../clients/service-call.ts";

interface Named {
  /** The description of the service, to which the model is added. */
  description: string;
  name: string | undefined;
  /** The path of a single model, without the model's name. */
  path: string;
  shape: z.ZodType;
  known: readonly { id: string }[];
}

export async function withModel(
  service: ServiceCall,
  { description, name, path, shape, known }: Named,
): Promise<string> {
  if (!name) return description;
  if (!known.some(({ id }) => id === name)) {
    const reply = await service.reply(`${path}/${encodeURIComponent(name)}`);
    if (reply.status === 404) throw unknownModel(service, name, known);
    service.read(reply, shape);
  }
  return `${description}, ${name} among them`;
}

export function unknownModel(
  { host }: Pick<ServiceCall, "host">,
  name: string,
  known: readonly { id: string }[],
): ConnectionFailure {
  const some = known.slice(0, 5).map(({ id }) => id);
  return new ConnectionFailure(
    `The model ${name} is not available at ${host} for this key`,
    some.length === 0 ? "Choose a different model." : `Choose a different model, such as ${some.join(", ")}.`,
  );
}
