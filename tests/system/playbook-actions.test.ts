// Tests playbook actions against real servers: Git over HTTP and SSH, and MariaDB; SQL Server is simulated.
import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planAction, runAction, type ActionOptions } from "#tests/support/actions.ts";
import { makeCertificates } from "../servers/certificates.ts";
import { debianFile } from "../servers/debian-programs.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { makeRepositories } from "../servers/git-repositories.ts";
import { startMariaDb } from "../servers/mariadb.ts";
import { startNginx } from "../servers/nginx.ts";
import { startOpenSsh } from "../servers/openssh.ts";
import { installDriver } from "../servers/optional-driver.ts";
import { password } from "../servers/rows/row.ts";
import { programEnv, programPath } from "../servers/server-process.ts";
import { startSqlServer } from "../servers/sql-server.ts";

const values = `# Values of the ship
image:
    tag: "1.0"   # set by the pipeline
replicas: 2 # night shift
`;

async function start() {
  installDriver("tedious");
  const certificates = makeCertificates();
  const repositories = makeRepositories();
  const [nginx, ssh, mariadb, sqlServer] = await Promise.all([
    startNginx(certificates, password, repositories.projects),
    startOpenSsh(password),
    startMariaDb(certificates.server, password),
    startSqlServer(certificates.server, password),
  ]);
  const stop = async () => {
    await Promise.all([nginx.stop(), ssh.stop(), mariadb.stop(), sqlServer.stop()]);
    repositories.remove();
  };
  return { repositories, nginx, ssh, mariadb, sqlServer, stop };
}

describeWithServers("actions of playbooks", () => {
  let at: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    at = await start();
    at.repositories.commitFleet(
      { "apps/ship/values.yaml": values, "old.txt": "old\n", "data.json": '{"a":1}\n' },
      "begin",
    );
    // The server accounts need write access to the repository.
    execFileSync("chmod", ["-R", "a+rwX", join(at.repositories.projects, "fleet.git")]);
    chmodSync(at.repositories.projects, 0o777);
  });
  afterAll(() => at?.stop());

  const git = (...args: string[]) =>
    execFileSync(
      programPath("git"),
      ["-c", "safe.directory=*", "-C", join(at.repositories.projects, "fleet.git"), ...args],
      {
        env: { ...programEnv(), HOME: at.repositories.projects, GIT_EXEC_PATH: debianFile("usr/lib/git-core") },
        encoding: "utf8",
      },
    );
  const urls = {
    http: () => `http://127.0.0.1:${at.nginx.plainPort}/git/fleet.git`,
    ssh: () => `ssh://ada@127.0.0.1:${at.ssh.port}${at.repositories.projects}/fleet.git`,
  };
  const commit = { author: "Deck", email: "deck@example.org", message: "Set the tag\n\nBy a playbook." };
  const blockOf = (url: string, branch: string, more: object = {}) => ({
    repo: { url, username: "ada", password: { value: password }, base: "main", branch, ...more },
    commit,
    patches: [
      { path: "apps/*/values.yaml", yq: '.image.tag = "1.1"' },
      { path: "data.json", jq: ".a = 2", if: "tide == 'high'" },
    ],
    files: [
      { path: "docs/new.md", content: "# New\n" },
      { path: "old.txt", content: "$delete" },
    ],
  });
  const options = (more: ActionOptions = {}): ActionOptions => ({ values: { tide: "low" }, ...more });

  test.each(["http", "ssh"] as const)("gitops over %s: creates one commit and keeps comments", async (transport) => {
    const branch = `tag-${transport}`;
    const block = blockOf(urls[transport](), branch);
    const plan = await planAction("gitops", block, options());
    expect(plan.parts[0]).toMatchObject({ contentType: "text/x-diff", isBinding: true });
    expect(plan.parts[0]?.text).toContain(
      '-    tag: "1.0"   # set by the pipeline\n+    tag: "1.1"   # set by the pipeline\n',
    );
    expect(git("branch", "--list", branch)).toBe("");
    const { outcome, output } = await runAction("gitops", block, options());
    expect(outcome.result).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/), links: [], pr: null });
    expect(git("rev-list", "--count", `main..${branch}`).trim()).toBe("1");
    expect(git("log", "-1", "--format=%an <%ae>%n%B", branch).trim()).toBe(
      "Deck <deck@example.org>\nSet the tag\n\nBy a playbook.",
    );
    expect(git("show", `${branch}:apps/ship/values.yaml`)).toBe(values.replace('"1.0"', '"1.1"'));
    expect(git("ls-tree", "-r", "--name-only", branch).trim().split("\n")).toEqual([
      "apps/ship/values.yaml",
      "data.json",
      "docs/new.md",
    ]);
    expect(git("show", `${branch}:data.json`)).toBe('{"a":1}\n');
    git("fsck", "--strict");
    expect(JSON.stringify({ outcome, output, plan })).not.toContain(password);
  });

  test("gitops: adds a commit to an existing branch, skips the branch, or overwrites it", async () => {
    const url = urls.http();
    const first = { ...blockOf(url, "again"), files: [{ path: "a.txt", content: "a\n" }] };
    const second = { ...blockOf(url, "again"), files: [{ path: "b.txt", content: "b\n" }] };
    await runAction("gitops", first, options());
    await runAction("gitops", second, options());
    expect(git("rev-list", "--count", "main..again").trim()).toBe("2");
    const unchanged = await runAction("gitops", second, options());
    expect(unchanged.outcome.result["logs"]).toContain("nothing to commit");
    const skipped = { ...first, repo: { ...first.repo, skipExisting: true } };
    expect((await runAction("gitops", skipped, options())).outcome.result["logs"]).toContain("skipExisting");
    expect((await planAction("gitops", skipped, options())).summary).toContain("Skip");
    const forced = { ...second, repo: { ...second.repo, force: true } };
    await runAction("gitops", forced, options());
    expect(git("rev-list", "--count", "main..again").trim()).toBe("1");
  });

  test("gitops: reports errors with an explanation, without the password", async () => {
    const url = urls.http();
    const fails = async (block: object) => String(await runAction("gitops", block, options()).catch((e: unknown) => e));
    const wrong = blockOf(url, "x", { password: { value: "guessed-canary" } });
    expect(await fails(wrong)).toMatch(/refused the username or the password/);
    expect(await fails(wrong)).not.toContain("guessed-canary");
    expect(await fails(blockOf(url, "x", { base: "reef" }))).toContain("no branch or tag with that name");
    expect(await fails({ ...blockOf(url, "x"), files: [{ path: "../x", content: "" }] })).toContain("is not a path");
    expect(await fails({ ...blockOf(url, "x"), files: [{ path: "a$b", content: "" }] })).toContain("must not have");
    expect(await fails({ ...blockOf(url, "x"), patches: [{ path: "none/*", yq: "." }] })).toContain("No file");
    expect(await fails(blockOf(url, "a..b"))).toContain("is not the name of a branch");
    const cancelled = runAction(
      "gitops",
      blockOf(url, "x"),
      options({ signal: AbortSignal.abort(new Error("cancelled")) }),
    );
    await expect(cancelled).rejects.toThrow();
    expect(git("branch", "--list", "x")).toBe("");
  });

  test("exec: runs a program from a checked-out repository", async () => {
    const checkout = {
      url: `http://127.0.0.1:${at.nginx.plainPort}/git/dock.git`,
      username: "ada",
      password: { value: password },
      destination: "dock",
    };
    const { outcome } = await runAction("exec", { script: "dock/bin/greet", checkout });
    expect(outcome.result).toMatchObject({
      stdout: "ahoy Ada",
      extra: { git: checkout.url, commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
    });
    const none = { ...checkout, ref: "reef" };
    await expect(runAction("exec", { script: "true", checkout: none })).rejects.toThrow(
      "The repository cannot be checked out",
    );
  });

  const mysql = () => `mysql://127.0.0.1:${at.mariadb.plainPort}/orders`;
  const ada = { username: "ada", password: { value: password } };

  test("sql on MariaDB: returns strings, binds values, and plans with EXPLAIN", async () => {
    const sql = (query: string, more: object = {}) => runAction("sql", { url: mysql(), ...ada, query, ...more });
    await sql("create table if not exists ships (id int primary key auto_increment, name text, born date)");
    await sql("delete from ships");
    const value = "x\\'); drop table ships; -- ";
    const inserted = await sql("insert into ships (name, born) values ($1, '2026-11-17')", { parameters: [value] });
    expect(inserted.outcome.result).toMatchObject({ columns: [], count: 1 });
    const { outcome } = await sql("select name, born, 2.50 as price, null as none from ships where name = $1", {
      parameters: [value],
    });
    expect(outcome.result).toMatchObject({ columns: ["name", "born", "price", "none"], count: 1 });
    expect((outcome.result["rows"] as Record<string, unknown>[])[0]).toMatchObject({
      name: value,
      price: "2.50",
      none: null,
    });
    expect((await sql("select born from ships")).outcome.result["rows"]).toEqual([{ born: "2026-11-17" }]);
    const plan = await planAction("sql", { url: mysql(), ...ada, query: "delete from ships where id > 0" });
    expect(plan.parts.at(-1)).toMatchObject({
      title: "Effect",
      text: expect.stringContaining("ships: about"),
      isBinding: false,
    });
    const drop = await planAction("sql", { url: mysql(), ...ada, query: "drop table ships" });
    expect(drop.unpredictable).toBe("The statement changes the schema.");
    expect((await sql("select count(*) as n from ships")).outcome.result["rows"]).toEqual([{ n: "1" }]);
    await expect(sql("selekt")).rejects.toThrow(/SQL syntax/);
  });

  test("sql on SQL Server: returns rows, and tries a change in one batch that ends with a rollback", async () => {
    const url = `sqlserver://127.0.0.1:${at.sqlServer.plainPort}?encrypt=disable&database=orders`;
    const { outcome } = await runAction("sql", { url, ...ada, query: "select 'paid' as state, 'x' as name" });
    expect(outcome.result).toMatchObject({
      columns: ["state", "name"],
      rows: [{ state: "paid", name: "x" }],
      count: 1,
    });
    const plan = await planAction("sql", { url, ...ada, query: "update ships set name = 'x'" });
    expect(plan.parts.at(-1)).toMatchObject({ title: "Effect", text: "It changes 3 rows.", isBinding: false });
    expect(at.sqlServer.batches.at(-1)).toMatch(
      /^set xact_abort on; set lock_timeout 2000; begin transaction;\nupdate ships set name = 'x'\n;.*rollback transaction;$/s,
    );
    const before = at.sqlServer.batches.length;
    const many = await planAction("sql", { url, ...ada, query: "update ships set name = 'x' commit" });
    expect(many.unpredictable).toBe("The query contains several statements.");
    expect(at.sqlServer.batches).toHaveLength(before);
  });
});
