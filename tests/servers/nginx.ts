// Runs Debian's nginx: pages behind a password, without TLS, with TLS, and with a certificate for a different name; and
// Git repositories below /git/, served by `git http-backend` through fcgiwrap.
import { freePort } from "../support/free-port.ts";
import type { Certificates } from "./certificates.ts";
import { debianFile } from "./debian-programs.ts";
import { hashedPassword, serverFolder, startServer } from "./server-process.ts";

/** `projects` is the folder of the repositories. */
export async function startNginx({ server, elsewhere }: Certificates, password: string, projects: string) {
  const folder = serverFolder("nginx");
  const wrapper = serverFolder("fcgiwrap");
  const [plainPort, tlsPort, elsewherePort, wrapperPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const tls = (name: string, { cert, key }: { cert: string; key: string }) =>
    `ssl_certificate ${folder.write(`${name}.crt`, cert)}; ssl_certificate_key ${folder.write(`${name}.key`, key)};`;
  const pages = folder.makeFolder("pages");
  folder.write("pages/index.html", "hello\n");
  const passwords = folder.write("passwords", `ada:${hashedPassword(password, "-apr1")}\n`);
  const site = `
    root ${pages};
    location / { auth_basic "pages"; auth_basic_user_file ${passwords}; }
    location /open { return 200 "hello\\n"; }
    location /broken { return 500; }
    location /git/ {
      auth_basic "git"; auth_basic_user_file ${passwords};
      include ${debianFile("etc/nginx/fastcgi_params")};
      fastcgi_param SCRIPT_FILENAME ${debianFile("usr/lib/git-core")}/git-http-backend;
      fastcgi_param GIT_PROJECT_ROOT ${projects};
      fastcgi_param GIT_HTTP_EXPORT_ALL 1;
      fastcgi_param GIT_CONFIG_COUNT 1;
      fastcgi_param GIT_CONFIG_KEY_0 safe.directory;
      fastcgi_param GIT_CONFIG_VALUE_0 *;
      fastcgi_param GIT_PROTOCOL $http_git_protocol;
      fastcgi_param REMOTE_USER $remote_user;
      fastcgi_param PATH_INFO $path_in_git;
      fastcgi_pass 127.0.0.1:${wrapperPort};
    }`;
  const settings = `
daemon off; pid ${folder.path}/pid; error_log stderr; worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder.path}/${kind};`).join(" ")}
  map $uri $path_in_git { ~^/git(?<rest>/.*)$ $rest; }
  server { listen 127.0.0.1:${plainPort}; ${site} }
  server { listen 127.0.0.1:${tlsPort} ssl; ${tls("server", server)} ${site} }
  server { listen 127.0.0.1:${elsewherePort} ssl; ${tls("elsewhere", elsewhere)} ${site} }
}
`;
  const args = ["-p", folder.path, "-e", "stderr", "-c", folder.write("nginx.conf", settings)];
  const running = await Promise.all([
    startServer({ folder, program: "nginx", args, ports: [plainPort, tlsPort, elsewherePort] }),
    startServer({
      folder: wrapper,
      program: "fcgiwrap",
      args: ["-s", `tcp:127.0.0.1:${wrapperPort}`],
      ports: [wrapperPort],
    }),
  ]);
  const stop = async () => void (await Promise.all(running.map((item) => item.stop())));
  return { plainPort, tlsPort, elsewherePort, stop };
}
