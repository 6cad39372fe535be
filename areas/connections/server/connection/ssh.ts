// An SSH session over a socket of `outbound`, for SFTP and Git.
import type { Client, ConnectConfig, ServerHostKeyAlgorithm, utils } from "ssh2";
import { ConnectionFailure, failureOf, noAnswer, refusedCredentials } from "./failure.ts";
import { anotherKey, fingerprintOf, readHostKey } from "./host-key.ts";
import { closing, openSocket, timeoutMs, type Way } from "./session.ts";

export interface SshTarget {
  host: string;
  port: number;
  user: string;
  password?: string | undefined;
  /** The private key: PEM, or the format of OpenSSH. */
  key?: string | undefined;
  /** The expected key of the server. Default: every key is accepted. */
  hostKey?: string | undefined;
}

export interface SshSession {
  client: Client;
  /** The product name that the server announces: `OpenSSH_9.2p1`. */
  product(): string;
  /** A description of the server's key if no key is expected: `, host key SHA256:…`. */
  shownKey(): string;
}

/** Signs in, runs `work`, and closes the connection. */
export async function withSsh<T>(
  way: Way,
  { host, port, user, password, key, hostKey }: SshTarget,
  work: (session: SshSession) => Promise<T>,
): Promise<T> {
  const { default: ssh2 } = await import("ssh2");
  if (key !== undefined && !isPrivateKey(ssh2.utils.parseKey(key)))
    throw new ConnectionFailure("The SSH key is not valid", "Paste a complete private key without a passphrase.");
  const expected = readHostKey(hostKey);
  const socket = await openSocket(way, { host, port });
  const client = new ssh2.Client();
  let greeting = "";
  let shown = "";
  let isAnother = false;
  const close = () => {
    client.destroy();
    socket.destroy();
  };
  const config: ConnectConfig = {
    sock: socket,
    username: user,
    readyTimeout: timeoutMs,
    tryKeyboard: password !== undefined,
    ...(password === undefined ? {} : { password }),
    ...(key === undefined ? {} : { privateKey: key }),
    ...(expected?.algorithms && {
      algorithms: { serverHostKey: [...expected.algorithms] as ServerHostKeyAlgorithm[] },
    }),
    hostVerifier: (presented: Buffer) => {
      shown = fingerprintOf(presented);
      isAnother = expected !== undefined && !expected.fits(presented);
      return !isAnother;
    },
  };
  return closing(way.signal, close, async () => {
    try {
      await new Promise<void>((resolve, reject) => {
        client.on("ready", resolve);
        client.on("error", reject);
        client.on("close", () => reject(new Error("closed")));
        client.on("keyboard-interactive", (_name, _instructions, _language, prompts, answer) =>
          answer(prompts.map(() => password ?? "")),
        );
        client.connect(config);
        socket.on("data", (bytes: Buffer) => {
          if (greeting.length < 255) greeting += bytes.toString("latin1", 0, 255);
        });
      });
    } catch (error) {
      if (isAnother) throw anotherKey(shown);
      throw refusal(error as Error & { level?: string }, greeting);
    }
    return work({
      client,
      product: () => /^SSH-[\d.]+-(\S+)/m.exec(greeting)?.[1] ?? "SSH",
      shownKey: () => (expected ? "" : `, host key ${shown}`),
    });
  });
}

const isPrivateKey = (read: ReturnType<typeof utils.parseKey>) =>
  !(read instanceof Error) && [read].flat().every((item) => item.isPrivateKey());

function refusal(error: Error & { level?: string }, greeting: string): ConnectionFailure {
  if (error.level === "client-authentication") return refusedCredentials();
  if (error.level === "client-timeout") return noAnswer();
  if (!/^SSH-/m.test(greeting))
    return new ConnectionFailure(
      "The server does not use SSH on this port",
      "Check the port. SSH usually uses port 22.",
    );
  return failureOf(error);
}
