// Runs Debian's Redis on one port without TLS and on another with TLS. It has the user ada, and a password for the
// default user.
import { freePort } from "../support/free-port.ts";
import type { Issued } from "../support/certificates.ts";
import { serverFolder, startServer } from "./server-process.ts";

export async function startRedis(certificate: Issued, password: string) {
  const folder = serverFolder("redis");
  const [plainPort, tlsPort] = [await freePort(), await freePort()];
  const settings = [
    "bind 127.0.0.1",
    `port ${plainPort}`,
    `tls-port ${tlsPort}`,
    `tls-cert-file ${folder.write("server.crt", certificate.cert)}`,
    `tls-key-file ${folder.write("server.key", certificate.key)}`,
    "tls-auth-clients no",
    'save ""',
    `dir ${folder.path}`,
    `requirepass "${password}"`,
    `user ada on ">${password}" ~* +@all`,
  ];
  const args = [folder.write("redis.conf", `${settings.join("\n")}\n`)];
  const { stop } = await startServer({ folder, program: "redis-server", args, ports: [plainPort, tlsPort] });
  return { plainPort, tlsPort, stop };
}
