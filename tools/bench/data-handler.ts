// The reference for data-rates.ts: the least work that a custom server would do. It looks up the session of the cookie
// in the database, rejects requests without a session, and returns the result of one statement. Both statements are
// named, so that each connection parses and plans them once, as the product does for repeated statements.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const { config, cookie, text, values } = JSON.parse(process.argv[2]!) as {
  config: pg.PoolConfig;
  cookie: string;
  text: string;
  values: unknown[];
};
const pool = new pg.Pool({ ...config, max: 10 });
const session = `
  select p.id, p.name, array(select r.role from person_roles r where r.person_id = p.id) as roles
  from   sessions s
  join   people p on p.id = s.person_id
  where  s.token_digest = $1 and s.expires_at > now() and p.deleted_at is null and p.state = 'active'`;

const server = createServer(async (request, response) => {
  try {
    const token = request.headers.cookie
      ?.split("; ")
      .find((item) => item.startsWith(`${cookie}=`))
      ?.slice(cookie.length + 1);
    const digest = createHash("sha256")
      .update(token ?? "")
      .digest();
    const { rows } = await pool.query({ name: "session", text: session, values: [digest] });
    if (!rows[0]) return response.writeHead(401).end();
    const answer = await pool.query<{ body: string }>({ name: "answer", text, values });
    const { body } = answer.rows[0]!;
    return response
      .writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) })
      .end(body);
  } catch (error) {
    return response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
// Exits with the bench, even if the bench crashes.
process.on("disconnect", () => process.exit());
