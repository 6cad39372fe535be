// Facts about a type by its name. Rows with an unknown type are kept as they are.
import { isSecretName } from "#language/secret-names.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { fieldsOf, propertyIn } from "../connection/form.ts";
import { connectionTypes } from "../types/index.ts";

/** Messenger types of existing rows that have no form. */
export const olderMessengers: ReadonlySet<string> = new Set([
  "bark",
  "googlechat",
  "gotify",
  "join",
  "slackwebhook",
  "smtp",
  "webhook",
]);

export const typeNamed = (name: string): ConnectionType | undefined =>
  connectionTypes.find(({ type }) => type === name);

/** Whether the type only sends messages. */
export const isMessenger = (name: string): boolean => typeNamed(name)?.isForMessages ?? olderMessengers.has(name);

/** Whether the path and the recipient in an address of this type are credentials. */
export const hasSecretAddress = (name: string): boolean => {
  const known = typeNamed(name);
  // In a type with a URL field, the URL is the address of a server, not of a recipient.
  return known ? known.isForMessages === true && known.url !== undefined : olderMessengers.has(name);
};

/** Whether a property holds a secret, according to its name or to the form of its type. */
export function isSecretProperty(type: string, property: string): boolean {
  if (isSecretName(property)) return true;
  const known = typeNamed(type);
  return known !== undefined && fieldsOf(known).some(({ kept, isSecret }) => isSecret && propertyIn(kept) === property);
}
