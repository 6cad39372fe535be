// Runs Debian's Samba with two shares, one of which requires encryption. The only user is ada (see openssh.ts).
import { md4 } from "#lib/smb/md4.ts";
import { freePort } from "../support/free-port.ts";
import { debianFile, findAccountsLibrary } from "./debian-programs.ts";
import { makeMixedFolder } from "./mixed-folder.ts";
import { serverFolder, startServer } from "./server-process.ts";

export async function startSamba(password: string) {
  const folder = serverFolder("samba");
  const port = await freePort();
  const { uid, gid } = folder.account;
  const files = folder.makeFolder("files");
  folder.makeFolder("files/invoices");
  for (const name of ["first.txt", "zweites ümläut.txt"]) folder.write(`files/${name}`, name);
  for (let index = 0; index < 1200; index += 1) folder.write(`files/invoices/invoice-${index}.txt`, "");
  const mixed = makeMixedFolder(folder, "files/invoices/mixed");
  const state = folder.makeFolder("state");
  const nt = md4(Buffer.from(password, "utf16le")).toString("hex").toUpperCase();
  const none = "X".repeat(32);
  const settings = `
[global]
  netbios name = QUARTERDECK
  workgroup = TEST
  smb ports = ${port}
  interfaces = 127.0.0.1
  bind interfaces only = yes
  ${["private dir", "lock directory", "state directory", "cache directory", "pid directory", "ncalrpc dir"]
    .map((name) => `${name} = ${state}`)
    .join("\n  ")}
  passdb backend = smbpasswd:${folder.write("smbpasswd", `ada:${uid}:${none}:${nt}:[U          ]:LCT-5F000000:\n`)}
  log file = ${folder.path}/log
  server min protocol = SMB2_02
  server signing = mandatory
  disable spoolss = yes
  load printers = no
  rpc_server:epmapper = disabled
[files]
  path = ${files}
[sealed]
  path = ${files}
  smb encrypt = required
`;
  const { stop } = await startServer({
    folder,
    program: "smbd",
    args: ["-F", "--no-process-group", "-s", folder.write("smb.conf", settings)],
    env: {
      LD_PRELOAD: findAccountsLibrary() ?? debianFile("libnss_wrapper.so"),
      NSS_WRAPPER_PASSWD: folder.write(
        "passwd",
        `ada:x:${uid}:${gid}:Ada:${files}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
      ),
      NSS_WRAPPER_GROUP: folder.write("group", `ada:x:${gid}:\nnogroup:x:65534:\n`),
    },
    ports: [port],
  });
  return { port, stop: mixed.openBefore(stop) };
}
