// Tests connections against real servers (tests/servers).
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialects } from "#lib/smb/message.ts";
import { openSmb } from "#lib/smb/open-smb.ts";
import { status } from "#lib/smb/smb-failure.ts";
import { startAllServers, type Servers } from "../servers/all-servers.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { ada, host } from "../servers/rows/row.ts";
import { databaseRows } from "../servers/rows/databases.ts";
import { fileRows } from "../servers/rows/files.ts";
import { mailAndDirectoryRows } from "../servers/rows/mail-and-directory.ts";
import { webRows } from "../servers/rows/web.ts";
import { tryOut, type Form } from "../servers/trial.ts";

const tables = { ...databaseRows, ...fileRows, ...webRows, ...mailAndDirectoryRows };

const letter = { from: "deck@example.org", fromName: "Quarterdeck" };

/** Returns a form for every connection type that uses the network, for a given port. */
const reaching: Readonly<Record<string, (port: number) => Form>> = {
  postgres: (port) => ({ url: `postgres://${host}:${port}`, ...ada }),
  mysql: (port) => ({ url: `mysql://${host}:${port}`, ...ada }),
  sql_server: (port) => ({ url: `sqlserver://${host}:${port}`, ...ada }),
  mongo: (port) => ({ url: `mongodb://${host}:${port}`, ...ada }),
  redis: (port) => ({ url: `redis://${host}:${port}`, db: "0", ...ada }),
  ldap: (port) => ({ url: `ldap://${host}:${port}`, ...ada }),
  sftp: (port) => ({ host, port, ...ada }),
  smb: (port) => ({ server: host, port, share: "files", ...ada }),
  email: (port) => ({ host, port, ...letter, ...ada }),
  git: (port) => ({ url: `ssh://${host}:${port}/ship.git`, ...ada }),
  http: (port) => ({ url: `http://${host}:${port}`, ...ada }),
  prometheus: (port) => ({ url: `http://${host}:${port}` }),
};

describeWithServers("connections that are tried out", () => {
  let at: Servers;
  let before: number;
  beforeAll(async () => {
    before = openSockets();
    at = await startAllServers();
  });
  afterAll(async () => {
    await at?.stop();
  });

  const rows = Object.entries(tables).flatMap(([type, table]) => table.map((row) => ({ type, row })));
  test.concurrent.each(rows)("$type: $row.0", async ({ type, row: [, form, message, fix, more] }) => {
    const filled = form(at);
    const { reached, failed = reached, ...said } = await tryOut(type, filled, more?.(at));
    const isExpected = typeof message === "string" ? failed === message : message.test(failed ?? "");
    expect(isExpected, `message: ${failed}`).toBe(true);
    expect(said.fix).toBe(fix);
    const secrets = [filled["password"], filled["certificate"]].filter(
      (item) => typeof item === "string" && item !== filled["username"],
    );
    for (const secret of secrets) expect(`${failed} ${said.fix}`).not.toContain(secret);
  });

  test.concurrent.each(Object.keys(reaching))(
    "%s stops when it is aborted, and closes its connection",
    async (type) => {
      const stopped = new AbortController();
      const others = new Set(at.silence.sockets);
      const trial = tryOut(type, reaching[type]!(at.silence.port), { signal: stopped.signal });
      await at.silence.connected(others);
      stopped.abort(new DOMException("It was stopped", "TimeoutError"));
      expect(await trial).toEqual({
        failed: `${host}:${at.silence.port} did not respond in time`,
        fix: "Check host, port and firewalls.",
      });
    },
  );

  test.concurrent.each(dialects.flatMap((dialect) => ["files", "sealed"].map((share) => ({ dialect, share }))))(
    "SMB $dialect lists the share $share if the version supports its encryption",
    async ({ dialect, share }) => {
      const socket = connect(at.samba.port, host);
      const user = { name: "ada", domain: "", password: ada.password };
      const listed = openSmb(socket, { host, share, user, dialects: [dialect] }).then((opened) => opened.list("/"));
      const names = await listed.then(
        (entries) => entries.map(({ name, isFolder, size }) => `${name} ${isFolder ? "folder" : size}`).sort(),
        (error: { status?: number }) => error.status,
      );
      socket.destroy();
      // Versions before 3 have no encryption, so the server rejects them.
      const refused = share === "sealed" && dialect < 0x300 && status.accessDenied;
      expect(names).toEqual(refused || ["first.txt 9", "invoices folder", "zweites ümläut.txt 20"]);
    },
  );

  test("a test mail is sent only if the request asks for it", async () => {
    const { startTlsPort, letters } = at.smtp;
    const form = { host, port: startTlsPort, ...letter, ...ada, insecure_tls: true };
    letters.length = 0;
    await tryOut("email", form);
    expect(letters).toEqual([]);
    expect(await tryOut("email", form, { sends: true })).toEqual({
      reached: `SMTP server ${host} with TLS, as ada; a message was sent to deck@example.org`,
    });
    expect(letters).toEqual([
      { from: letter.from, to: [letter.from], text: expect.stringContaining("From: Quarterdeck <deck@example.org>") },
    ]);
  });

  test("connection tests leave no socket open", async () => {
    await expect.poll(() => at.silence.sockets.size).toBe(0);
    // Sockets of servers in this process are closed with them; any other sockets belong to connection tests.
    await at.stop();
    await expect.poll(openSockets).toBe(before);
  });
});

const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
