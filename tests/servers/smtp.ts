// Three mail servers: without TLS, with STARTTLS, and with TLS from the first byte. Received mails are stored.
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { Issued } from "../support/certificates.ts";

export interface Letter {
  from: string;
  to: string[];
  text: string;
}

export async function startSmtp({ cert, key }: Issued, password: string) {
  const letters: Letter[] = [];
  const options: SMTPServerOptions = {
    logger: false,
    closeTimeout: 1,
    authMethods: ["PLAIN", "LOGIN", "CRAM-MD5", "XOAUTH2"],
    onAuth(auth, _session, done) {
      const isRight =
        auth.username === "ada" &&
        (auth.method === "CRAM-MD5"
          ? auth.validatePassword(password)
          : auth.method === "XOAUTH2"
            ? auth.accessToken === password
            : auth.password === password);
      done(isRight ? null : Object.assign(new Error("Invalid username or password"), { responseCode: 535 }), {
        user: "ada",
      });
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        letters.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(pieces).toString(),
        });
        done();
      });
    },
  };
  const start = async (extra: SMTPServerOptions) => {
    const server = new SMTPServer({ ...options, ...extra });
    // Clients that abort the TLS handshake must not crash the process.
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return server;
  };
  const servers = await Promise.all([
    start({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
    start({ cert, key, authOptional: true }),
    start({ cert, key, secure: true }),
  ]);
  const [plainPort = 0, startTlsPort = 0, tlsPort = 0] = servers.map(
    ({ server }) => (server.address() as AddressInfo).port,
  );
  const stop = async () => {
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
  };
  return { plainPort, startTlsPort, tlsPort, letters, stop };
}
