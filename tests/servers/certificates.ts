// A certificate authority that clients do not know, and its certificates: one for this machine's address and localhost,
// and one for another host.
import { type Issued, makeAuthority } from "../support/certificates.ts";

export interface Certificates {
  /** The authority's certificate, for clients that trust it. */
  ca: string;
  server: Issued;
  /** A valid certificate for a different name. */
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
