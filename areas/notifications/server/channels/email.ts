// Mail by SMTP, as HTML and as text. The Message-ID identifies duplicates, and a recovery replies to the mail about the
// problem.
import { z } from "zod";
import { TargetRefused } from "#server/outbound/outbound.ts";
import { mailServerOf, withSmtp } from "#areas/connections/server/index.ts";
import { cut } from "../text/document.ts";
import { oneLine } from "../text/message-document.ts";
import { renderMail } from "../text/render-mail.ts";
import { type Address, DeliveryFailure, type Message } from "./channel.ts";
import { defineChannel, property, propertyOf, required } from "./channel-kind.ts";
import { configured, deliveryFailureOf } from "./channel-service.ts";
import { markDelivered, openParts, reachedTargets } from "./delivered-parts.ts";
import { printExchange } from "./exchange.ts";

const reference = z.object({ messageId: z.string(), subject: z.string() });

export const email = defineChannel({
  type: "email",
  title: "Email",
  icon: "email",
  aliases: ["smtp"],
  spec: z.object({
    to: property("To", "Addresses separated by commas"),
    subject: property("Subject"),
    from: property("From"),
    fromName: property("Name of the sender"),
  }),
  async deliver(address, message, sending) {
    const server = configured(() =>
      mailServerOf({
        url: address.url ?? null,
        username: address.username ?? null,
        password: address.password ?? null,
        certificate: address.certificate ?? null,
        insecure_tls: address.insecureTls ?? false,
        properties: address.properties,
      }),
    );
    const letter = await composed(address, message);
    // The next attempt is only for the recipients that the server deferred.
    const to = openParts(message, reachedTargets(message, letter.to));
    if (to.length === 0) return {};
    const record = (response?: string, status?: number) =>
      sending.record(
        printExchange(sending, {
          request: [
            `SMTP ${server.host}:${server.port}`,
            `MAIL FROM:<${letter.from}>`,
            ...to.map((each) => `RCPT TO:<${each}>`),
            `Subject: ${letter.subject}`,
            `Message-ID: ${letter.messageId}`,
            "",
            letter.text,
          ].join("\n"),
          ...(response === undefined ? {} : { response }),
          ...(status === undefined ? {} : { status }),
        }),
      );
    try {
      const { accepted, rejected, rejectedErrors, response } = await withSmtp(sending, server, (session) =>
        session.send({ from: letter.from, to }, letter.message),
      );
      record(response, codeIn(response));
      markDelivered(message, accepted);
      if (rejected.length > 0) throw partFailure(rejected, letter.to, rejectedErrors);
    } catch (error) {
      if (error instanceof DeliveryFailure) throw error;
      const { response, responseCode } = smtpErrorIn(error);
      record(response, responseCode);
      // If the caller stopped the delivery, its reason is more useful than the driver's error.
      if (sending.signal.aborted) throw error;
      if (error instanceof TargetRefused) throw deliveryFailureOf(error);
      throw failureOf(error, response, responseCode);
    }
    return { reference: { messageId: letter.messageId, subject: letter.subject } };
  },
});

/** "250 2.0.0 Ok: queued" begins with its code. */
const codeIn = (response: string) => Number.parseInt(response, 10) || undefined;

/** A server may defer a recipient (4xx), for example to see whether the sender tries again. */
function partFailure(
  rejected: readonly string[],
  to: readonly string[],
  errors: readonly { responseCode?: number | undefined; response?: string | undefined }[] = [],
): DeliveryFailure {
  const received = to.filter((each) => !rejected.includes(each));
  const said = errors[0]?.response;
  const text = `The mail server refused ${rejected.join(", ")}; ${received.join(", ")} received the mail.`;
  return new DeliveryFailure(said === undefined ? text : `${text} ${serverSaid(said)}`, {
    isFinal: errors.every(({ responseCode }) => responseCode === undefined || responseCode >= 500),
  });
}

const serverSaid = (response: string) => `The server responded: ${cut(oneLine(response), 300)}`;

interface SmtpError {
  message: string;
  response?: string;
  responseCode?: number;
  code?: string;
}

const smtpErrorIn = (error: unknown): SmtpError =>
  ((error as { cause?: unknown } | undefined)?.cause ?? error) as SmtpError;

/** Reply codes of 500 and above are permanent failures, unless the server closed the connection (RFC 5321, 4.2.1). */
function failureOf(error: unknown, response: string | undefined, code: number | undefined): DeliveryFailure {
  const { message, fix } = error as Error & { fix?: string };
  // Without a code, the sign-in failed before any request to the server, for example because the password is missing.
  const isFinal = code === undefined ? smtpErrorIn(error).code === "EAUTH" : code >= 500 && code !== 521;
  const text = [message, fix].flatMap((part) => (part ? [part.replace(/\.?$/, ".")] : [])).join(" ");
  return new DeliveryFailure(response === undefined ? text : `${text} ${serverSaid(response)}`, {
    isFinal,
    cause: error,
  });
}

interface Letter {
  from: string;
  to: string[];
  subject: string;
  messageId: string;
  text: string;
  message: Buffer;
}

async function composed(address: Address, message: Message): Promise<Letter> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const { default: addressparser } = await import("nodemailer/lib/addressparser");
  const sender = required(propertyOf(address, "from", "fromAddress"), "From Address");
  const mailbox = addressparser(sender, { flatten: true })[0];
  const from = mailbox?.address || sender;
  const to = addressparser(required(propertyOf(address, "to", "toAddresses"), "To"), { flatten: true })
    .map((each) => each.address)
    .filter(Boolean);
  if (to.length === 0) throw new DeliveryFailure("The field To contains no email address.", { isFinal: true });
  const { html, text, subject: title } = renderMail(message);
  const previous = message.purpose === "resolved" ? reference.safeParse(message.previous).data : undefined;
  const subject = cut(oneLine(propertyOf(address, "subject") ?? title), 200);
  const messageId = `<${message.id.replaceAll(/[^\w.-]/g, "")}@${from.split("@")[1] ?? "quarterdeck"}>`;
  const mail = await new MailComposer({
    from: { name: propertyOf(address, "fromName") ?? mailbox?.name ?? "", address: from },
    to,
    subject,
    text,
    html,
    messageId,
    date: new Date(),
    ...(message.attachments && { attachments: [...message.attachments] }),
    // Mail programs show replies together with the mail about the problem.
    ...(previous && { inReplyTo: previous.messageId, references: previous.messageId }),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return { from, to, subject, messageId, text, message: mail };
}
