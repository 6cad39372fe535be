// An SMTP server that stores mails, for tests that read them.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";

export interface Received {
  from: string;
  to: string;
  subject: string;
  body: string;
}

export interface MailSink {
  url: string;
  received: Received[];
  /** Waits for the next mail to the recipient. */
  letterTo(recipient: string): Promise<Received>;
  /** Rejects mails with a temporary error. */
  refuses: boolean;
}

export async function startMailSink(): Promise<MailSink> {
  const sink: MailSink = { url: "", received: [], letterTo, refuses: false };
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let text = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => (text += chunk));
      stream.on("end", () => {
        if (sink.refuses) return done(new Error("451 try again later"));
        const [head = "", body = ""] = text.split(/\r\n\r\n(.*)/s);
        const headers = head.replaceAll(/\r\n[ \t]+/g, " ");
        sink.received.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          subject: /^Subject: (.*)$/im.exec(headers)?.[1] ?? "",
          // Long links are broken into lines.
          body: /quoted-printable/i.test(headers) ? unquote(body) : body,
        });
        for (const wake of waiting) wake();
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  async function letterTo(recipient: string): Promise<Received> {
    for (;;) {
      const index = sink.received.findIndex(({ to }) => to === recipient);
      const [found] = index === -1 ? [] : sink.received.splice(index, 1);
      if (found) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    }
  }
  return sink;
}

const unquote = (text: string) =>
  text
    .replaceAll("=\r\n", "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));

/** Returns the code in a mail. */
export const codeIn = ({ body }: Received) => /^ {4}(\d{6})\s*$/m.exec(body)?.[1] ?? "";
export const linkIn = ({ body }: Received) => /https?:\/\/\S+/.exec(body)?.[0] ?? "";
