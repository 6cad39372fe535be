// An authority that nobody knows, and what it vouches for: this machine under its address and as localhost, and another one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programEnv, programPath } from "./server-process.ts";

export interface Certificate {
  cert: string;
  key: string;
}

export interface Certificates {
  /** Whom to trust. */
  ca: string;
  server: Certificate;
  /** Good, and for another name. */
  elsewhere: Certificate;
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-certificates-"));
  const make = (name: string, subject: string, ...extra: string[]) => {
    const files = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    execFileSync(
      programPath("openssl"),
      ["req", "-x509", ...key, ...files, "-days", "2", "-subj", `/CN=${subject}`, ...extra],
      { env: programEnv(), stdio: "ignore" },
    );
    const read = (kind: string) => readFileSync(join(folder, `${name}.${kind}`), "utf8");
    return { cert: read("crt"), key: read("key") };
  };
  try {
    const { cert: ca } = make("ca", "Quarterdeck test authority");
    const signed = ["-CA", join(folder, "ca.crt"), "-CAkey", join(folder, "ca.key")];
    const leaf = [...signed, "-addext", "basicConstraints=critical,CA:FALSE"];
    return {
      ca,
      server: make("server", "localhost", ...leaf, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
      elsewhere: make("elsewhere", "elsewhere.example", ...leaf, "-addext", "subjectAltName=DNS:elsewhere.example"),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
