// An authority that nobody knows, and what it vouches for: this machine under its address and as localhost, and another one.
import { type Issued, makeAuthority } from "../certificates.ts";

export interface Certificates {
  /** Whom to trust. */
  ca: string;
  server: Issued;
  /** Good, and for another name. */
  elsewhere: Issued;
}

export function makeCertificates(): Certificates {
  const { certificate, issue } = makeAuthority();
  return {
    ca: certificate,
    server: issue({ names: ["localhost", "127.0.0.1"] }),
    elsewhere: issue({ names: ["elsewhere.example"] }),
  };
}
