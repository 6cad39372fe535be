// Runs Debian's OpenSSH for SFTP and Git. Its only user is ada, with a password and a key. The machine has no such
// account; libnss-wrapper maps it to the account that runs the server.
import ssh2 from "ssh2";
import { freePort } from "../support/free-port.ts";
import { debianFile, findAccountsLibrary, findDebianFile } from "./debian-programs.ts";
import { makeMixedFolder } from "./mixed-folder.ts";
import { hashedPassword, serverFolder, startServer } from "./server-process.ts";

/** `home` is ada's folder; `repository` is a Git repository that the server can read. */
export async function startOpenSsh(password: string) {
  const folder = serverFolder("openssh");
  const home = folder.makeFolder("home");
  for (const name of ["first.txt", "second.txt"]) folder.write(`home/${name}`, name);
  const mixed = makeMixedFolder(folder, "mixed");
  const port = await freePort();
  const hostKey = ssh2.utils.generateKeyPairSync("ed25519");
  const userKey = ssh2.utils.generateKeyPairSync("ed25519");
  const { uid, gid } = folder.account;
  const hash = hashedPassword(password, "-6");
  const settings = [
    ...newerSettings(),
    "MaxStartups 100",
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${folder.write("host_key", hostKey.private)}`,
    `AuthorizedKeysFile ${folder.write("authorized_keys", `${userKey.public}\n`)}`,
    "PidFile none",
    "UsePAM no",
    "StrictModes no",
    "PasswordAuthentication yes",
    "KbdInteractiveAuthentication no",
    "Subsystem sftp internal-sftp",
    `SetEnv PATH=${process.env["PATH"]} GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=*`,
  ];
  const { stop } = await startServer({
    folder,
    program: "sshd",
    args: ["-D", "-e", "-f", folder.write("sshd_config", `${settings.join("\n")}\n`)],
    env: {
      LD_PRELOAD: findAccountsLibrary() ?? debianFile("libnss_wrapper.so"),
      NSS_WRAPPER_PASSWD: folder.write("passwd", `ada:${hash}:${uid}:${gid}:Ada:${home}:/bin/sh\n`),
      NSS_WRAPPER_GROUP: folder.write("group", `ada:x:${gid}:\n`),
    },
    ports: [port],
  });
  return {
    port,
    hostKey: hostKey.public,
    key: userKey.private,
    publicKey: userKey.public,
    home,
    mixed: mixed.path,
    stop: mixed.openBefore(stop),
  };
}

/** Since version 10 the server consists of several programs and slows down clients with many failed attempts. */
function newerSettings(): string[] {
  const [session, auth] = ["sshd-session", "sshd-auth"].map((name) => findDebianFile(`usr/lib/openssh/${name}`));
  if (!session || !auth) return [];
  return [`SshdSessionPath ${session}`, `SshdAuthPath ${auth}`, "PerSourcePenalties no"];
}
