import { mailServerOf, withSmtp } from "../clients/smtp.ts";
import { connectionType } from "../connection/connection-type.ts";
import { choice, credential, insecureTls, line, port } from "../connection/fields.ts";

const encryptions = ["None", "ExplicitTLS", "ImplicitTLS", "Auto"] as const;
const authentications = ["None", "Plain", "CRAMMD5", "Unknown", "OAuth2"] as const;

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
    const { properties, url, username } = connection;
    const server = mailServerOf(connection);
    const from = properties["from"] ?? URL.parse(url ?? "")?.searchParams.get("FromAddress") ?? "";
    const to = properties["to"] ?? from;
    return withSmtp(trial, server, async ({ isSecure, isSignedIn, send }) => {
      if (trial.sends)
        await send({ from, to: [to] }, await letterOf({ from, fromName: properties["fromName"] ?? "", to }));
      const hasSignedIn = isSignedIn ? `, as ${username}` : ", without signing in";
      return `SMTP server ${server.host}${isSecure ? " with TLS" : ""}${hasSignedIn}${trial.sends ? `; a message was sent to ${to}` : ""}`;
    });
  },
});

async function letterOf({ from, fromName, to }: { from: string; fromName: string; to: string }): Promise<Buffer> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  return new MailComposer({
    from: { name: fromName, address: from },
    to,
    subject: "Quarterdeck can send mail",
    text: "This message was sent to test a connection.",
  })
    .compile()
    .build();
}
