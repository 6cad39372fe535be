// Prepares a connection for use: resolves references, then fills in the address and the properties. A resolved property
// is a plain value and not a template, because the owner of the secret did not write the connection.
import { compile } from "#lib/expression/compile.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { fieldsOf } from "../connection/form.ts";
import { exceptHostOf, secretsInUrl } from "../rows/hidden.ts";
import { isSecretProperty, typeNamed } from "../rows/known-types.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { readReference, type ValueReference } from "../connection/value-reference.ts";

/** Returns the value of a reference. */
export type LookUp = (reference: ValueReference) => Promise<string>;

/** Calls `onSecrets` as soon as a secret is known, so that the message of a later error does not contain the secret. */
export async function hydrate(
  connection: OpenConnection,
  { lookUp, onSecrets }: { lookUp: LookUp; onSecrets: (...secrets: (string | null)[]) => void },
): Promise<OpenConnection> {
  const { name, type, namespace } = connection;
  const value = async (text: string | null, isSecret: boolean, report = onSecrets) => {
    if (text === null) return { text, isFound: false };
    const reference = readReference(text);
    const found = (reference ? await lookUp(reference) : text).trim();
    if (isSecret || (reference && reference.from !== "configmap")) report(found);
    return { text: found, isFound: reference !== undefined };
  };
  const aboutUser = exceptHostOf(connection.url, { know: onSecrets });
  const properties = Object.entries(connection.properties);
  const [username, password, certificate, url, ...values] = await all([
    value(connection.username, isSecretColumn(type, "username"), aboutUser.know),
    value(connection.password, true),
    value(connection.certificate, true),
    value(connection.url, false),
    ...properties.map(([key, text]) => value(text, isSecretProperty(type, key))),
  ]);
  if (url!.text !== null) onSecrets(...secretsInUrl(url!.text, type));

  const raw = Object.fromEntries(properties.map(([key], index) => [key, values[index]!.text!]));
  const [user, word] = [username!.text ?? "", password!.text ?? ""];
  const known = { name, type, namespace, domain: user.slice(user.indexOf("@") + 1 || user.length) };
  const inText = { ...known, username: user, password: word, properties: raw };
  const filled = Object.fromEntries(
    await all(
      properties.map(async ([key], index) => {
        const { text, isFound } = values[index]!;
        return [key, isFound ? text! : await fill(text!, inText, `The property ${JSON.stringify(key)}`)] as const;
      }),
    ),
  );
  // Special characters of a password must not change the structure of the address.
  const escaped = { username: encodeURIComponent(user), password: encodeURIComponent(word) };
  const address = url!.text && (await fill(url!.text, { ...known, ...escaped, properties: filled }, "The address"));
  if (address) onSecrets(...secretsInUrl(address, type));
  return {
    ...connection,
    username: username!.text,
    password: password!.text,
    certificate: certificate!.text,
    url: address,
    properties: filled,
  };
}

/**
 * Waits for all promises, even if one fails, so that no work continues in the background and all secrets are reported.
 */
async function all<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** The username column does not always contain a secret: for messengers it may be a channel. */
function isSecretColumn(type: string, column: string): boolean {
  const known = typeNamed(type);
  const field = known && fieldsOf(known).find(({ kept }) => kept === column);
  return field?.isSecret ?? true;
}

async function fill(text: string, values: Readonly<Record<string, unknown>>, what: string): Promise<string> {
  if (!/\$\(|\{\{/.test(text)) return text;
  try {
    const template = await compile("template", text);
    return String(await template.run(values)).trim();
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw new ConnectionFailure(
      `${what} cannot be filled in: ${error.message}`,
      error.suggestion ??
        `The available values are $(username), $(password), $(domain), $(name), $(namespace), $(type) and $(properties.…).`,
    );
  }
}
