// A session with a mail server: connects, with TLS according to the settings, and signs in.
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { ConnectionFailure, failureOf, refusedCredentials } from "../connection/failure.ts";
import type { Parts } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, tlsOf, tlsOptionsOf, type Way } from "../connection/session.ts";

/** Undefined for Unknown: the mail server chooses the method. */
const methods: Readonly<Record<string, string | undefined>> = {
  Plain: "PLAIN",
  CRAMMD5: "CRAM-MD5",
  OAuth2: "XOAUTH2",
};

/** A mail server greets first. A server that sends nothing for this time expects TLS, or is not a mail server. */
const greetingMs = 5_000;

export interface MailServer extends Pick<Parts, "username" | "password" | "insecure_tls" | "certificate"> {
  host: string;
  port: number;
  encryption: string;
  authentication: string;
}

/** Reads the settings of the form. A connection that was not created by the form may have only an address. */
export function mailServerOf({ url, properties, ...parts }: Parts): MailServer {
  const at = URL.parse(url ?? "");
  const isSecure = at?.protocol === "smtps:";
  const host = properties["host"] ?? at?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  if (host === "") throw new ConnectionFailure("The connection has no host", "Fill in the host of the mail server.");
  return {
    ...parts,
    host,
    port: Number(properties["port"] ?? at?.port) || (isSecure ? 465 : 587),
    encryption:
      properties["encryptionMethod"] ?? at?.searchParams.get("Encryption") ?? (isSecure ? "ImplicitTLS" : "Auto"),
    authentication: properties["authMethod"] ?? at?.searchParams.get("Auth") ?? "Unknown",
  };
}

export interface MailSession {
  isSecure: boolean;
  isSignedIn: boolean;
  /** Sends a message that is already in mail format. */
  send(envelope: { from: string; to: string[] }, message: Buffer): Promise<SMTPConnection.SentMessageInfo>;
}

/** A failure is a `ConnectionFailure`, with the error of the server as its cause. */
export async function withSmtp<T>(
  way: Way,
  server: MailServer,
  work: (session: MailSession) => Promise<T>,
): Promise<T> {
  const { host, port, encryption, authentication, username, password } = server;
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const isSecure = encryption === "ImplicitTLS" || (encryption === "Auto" && port === 465);
  const socket = await openSocket(way, { host, port, tls: isSecure ? tlsOf(server) : undefined });
  const client = new Connection({
    connection: socket,
    host,
    port,
    secure: isSecure,
    secured: isSecure,
    ignoreTLS: encryption === "None",
    requireTLS: encryption === "ExplicitTLS",
    tls: tlsOptionsOf(host, server),
    greetingTimeout: greetingMs,
    socketTimeout: timeoutMs,
    ...(methods[authentication] === undefined ? {} : { authMethod: methods[authentication] }),
  });
  const close = () => {
    client.close();
    socket.destroy();
  };
  const failed = new Promise<never>((_, reject) => client.on("error", reject));
  failed.catch(() => {});
  const completed = <Result>(step: (done: (error: Error | null | undefined, result?: Result) => void) => void) =>
    Promise.race([
      failed,
      new Promise<Result>((resolve, reject) => step((error, result) => (error ? reject(error) : resolve(result!)))),
    ]);
  return closing(way.signal, close, async () => {
    try {
      await completed((done) => client.connect(done));
      if (authentication !== "None" && username !== null && username !== "")
        await completed(await signIn(client, authentication, username, password ?? ""));
      const result = await work({
        isSecure: client.secure,
        isSignedIn: client.authenticated,
        send: (envelope, message) => completed((done) => client.send(envelope, message, done)),
      });
      client.quit();
      return result;
    } catch (error) {
      const refusal = refusalOf(error as SMTPConnection.SMTPError, encryption);
      throw refusal ? Object.assign(refusal, { cause: error }) : error;
    }
  });
}

type Step = (done: (error?: Error | null) => void) => void;

async function signIn(client: SMTPConnection, method: string, user: string, pass: string): Promise<Step> {
  if (method !== "OAuth2") return (done) => client.login({ credentials: { user, pass } }, done);
  const { default: XOAuth2 } = await import("nodemailer/lib/xoauth2");
  const oauth2 = new XOAuth2({ user, accessToken: pass });
  return (done) => client.login({ oauth2 }, done);
}

function refusalOf(error: SMTPConnection.SMTPError, encryption: string): ConnectionFailure | undefined {
  const { code, responseCode, message } = error;
  if (code === "EAUTH" && (responseCode === 535 || responseCode === 534)) return refusedCredentials();
  if (code === "EAUTH")
    return new ConnectionFailure(
      "The server refused the sign-in",
      "Check the authentication method, username and password; many servers require TLS first.",
    );
  if (/greeting never received/i.test(message))
    return new ConnectionFailure(
      "The server sent no greeting",
      "Check the port; choose ImplicitTLS if the server expects TLS from the start.",
    );
  if (code === "ETLS") {
    const reason = failureOf(error);
    if (reason.fix !== undefined) return reason;
    return encryption === "ExplicitTLS"
      ? new ConnectionFailure(
          "The server does not offer TLS",
          "Choose a different encryption method, or turn on TLS on the server.",
        )
      : undefined;
  }
  if (code === "EENVELOPE" || code === "EMESSAGE")
    return new ConnectionFailure(
      "The server refused the message",
      "Check the From Address, and whether this user may send from it.",
    );
  return undefined;
}
