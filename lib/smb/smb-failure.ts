// Status codes of the server (MS-ERREF 2.3.1).

export const status = {
  ok: 0,
  pending: 0x103,
  noMoreFiles: 0x80000006,
  moreProcessing: 0xc0000016,
  accessDenied: 0xc0000022,
  nameNotFound: 0xc0000034,
  pathNotFound: 0xc000003a,
  logonFailure: 0xc000006d,
  accountRestriction: 0xc000006e,
  passwordExpired: 0xc0000071,
  accountDisabled: 0xc0000072,
  badNetworkName: 0xc00000cc,
  notAFolder: 0xc0000103,
  accountLockedOut: 0xc0000234,
} as const;

export class SmbFailure extends Error {
  override readonly name = "SmbFailure";
  readonly status: number;

  constructor(code: number) {
    const [word] = Object.entries(status).find(([, value]) => value === code) ?? [];
    super(`The server responded with ${word ?? `0x${code.toString(16).padStart(8, "0")}`}`);
    this.status = code;
  }
}
