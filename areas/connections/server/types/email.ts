import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure, failureOf, refusedCredentials } from "../connection/failure.ts";
import { choice, credential, insecureTls, line, port } from "../connection/fields.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, tlsOf, tlsOptionsOf } from "../connection/session.ts";

const encryptions = ["None", "ExplicitTLS", "ImplicitTLS", "Auto"] as const;
const authentications = ["None", "Plain", "CRAMMD5", "Unknown", "OAuth2"] as const;

/** Undefined for Unknown: the mail server chooses the method. */
const methods: Readonly<Record<string, string | undefined>> = {
  Plain: "PLAIN",
  CRAMMD5: "CRAM-MD5",
  OAuth2: "XOAUTH2",
};

/** A mail server greets first. A server that sends nothing for this time expects TLS, or is not a mail server. */
const greetingMs = 5_000;

export const email = connectionType({
  type: "email",
  title: "Email",
  icon: "email",
  group: "Messages",
  isForMessages: true,
  fields: {
    host: line("Host", "properties.host"),
    port: port("properties.port", 587),
    username: credential("Username", "username").optional(),
    password: credential("Password", "password", {
      description: "SMTP server password or hash (for OAuth2)",
    }).optional(),
    from: line("From Address", "properties.from"),
    fromName: line("From Name", "properties.fromName"),
    encryptionMethod: choice("Encryption method", "properties.encryptionMethod", encryptions, "Auto"),
    authMethod: choice("SMTP authentication method", "properties.authMethod", authentications, "Unknown"),
    insecure_tls: insecureTls,
  },
  url: ({ host = "", port: at = "587", insecure_tls = "false", encryptionMethod = "Auto", authMethod = "Unknown" }) =>
    `smtp://$(username):$(password)@${host}:${at}/?UseStartTLS=${insecure_tls}&Encryption=${encryptionMethod}&Auth=${authMethod}`,
  async test(connection, trial) {
    const { host, port: at, encryption, authentication, from, fromName, to } = settingsOf(connection);
    const { username, password } = connection;
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const isSecure = encryption === "ImplicitTLS" || (encryption === "Auto" && at === 465);
    const socket = await openSocket(trial, { host, port: at, tls: isSecure ? tlsOf(connection) : undefined });
    const client = new Connection({
      connection: socket,
      host,
      port: at,
      secure: isSecure,
      secured: isSecure,
      ignoreTLS: encryption === "None",
      requireTLS: encryption === "ExplicitTLS",
      tls: tlsOptionsOf(host, connection),
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
    const completed = async (step: (done: (error?: Error | null) => void) => void) =>
      Promise.race([
        failed,
        new Promise<void>((resolve, reject) => step((error) => (error ? reject(error) : resolve()))),
      ]);
    return closing(trial.signal, close, async () => {
      try {
        await completed((done) => client.connect(done));
        if (authentication !== "None" && username !== null && username !== "")
          await completed(await login(client, authentication, username, password ?? ""));
        if (trial.sends) await send(client, { from, fromName, to }, completed);
        client.quit();
        const hasSignedIn = client.authenticated ? `, as ${username}` : ", without signing in";
        return `SMTP server ${host}${client.secure ? " with TLS" : ""}${hasSignedIn}${trial.sends ? `; a message was sent to ${to}` : ""}`;
      } catch (error) {
        throw refusal(error as SMTPConnection.SMTPError, encryption) ?? error;
      }
    });
  },
});

type Step = (done: (error?: Error | null) => void) => void;

const login = async (client: SMTPConnection, method: string, user: string, pass: string): Promise<Step> => {
  if (method !== "OAuth2") return (done) => client.login({ credentials: { user, pass } }, done);
  const { default: XOAuth2 } = await import("nodemailer/lib/xoauth2");
  const oauth2 = new XOAuth2({ user, accessToken: pass });
  return (done) => client.login({ oauth2 }, done);
};

interface Letter {
  from: string;
  fromName: string;
  to: string;
}

async function send(client: SMTPConnection, { from, fromName, to }: Letter, completed: (step: Step) => Promise<void>) {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const message = await new MailComposer({
    from: { name: fromName, address: from },
    to,
    subject: "Quarterdeck can send mail",
    text: "This message was sent to test a connection.",
  })
    .compile()
    .build();
  await completed((done) => client.send({ from, to }, message, (error) => done(error)));
}

/** Reads the settings of the form. A connection that was not created by the form may have only an address. */
function settingsOf({ url, properties }: OpenConnection) {
  const at = URL.parse(url ?? "");
  const from = properties["from"] ?? at?.searchParams.get("FromAddress") ?? "";
  const host = properties["host"] ?? at?.hostname ?? "";
  if (host === "") throw new ConnectionFailure("The connection has no host", "Fill in the host of the mail server.");
  return {
    host,
    port: Number(properties["port"] ?? at?.port) || 587,
    encryption: properties["encryptionMethod"] ?? at?.searchParams.get("Encryption") ?? "Auto",
    authentication: properties["authMethod"] ?? at?.searchParams.get("Auth") ?? "Unknown",
    from,
    fromName: properties["fromName"] ?? "",
    to: properties["to"] ?? from,
  };
}

function refusal(error: SMTPConnection.SMTPError, encryption: string): ConnectionFailure | undefined {
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
