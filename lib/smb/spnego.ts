// SPNEGO (RFC 4178): the DER envelope of NTLM messages.

const tlv = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const value = Buffer.concat(parts);
  const length =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
};

const spnego = Buffer.from([0x06, 6, 0x2b, 6, 1, 5, 5, 2]);
const ntlm = Buffer.from([0x06, 10, 0x2b, 6, 1, 4, 1, 0x82, 0x37, 2, 2, 10]);

/** The offered mechanisms. The client signs the list, so that an attacker cannot remove the stronger mechanisms. */
export const offered = tlv(0x30, ntlm);

/** The first message: the offered mechanism, NTLM only, and its first token. */
export const firstToken = (message: Buffer): Buffer =>
  tlv(0x60, spnego, tlv(0xa0, tlv(0x30, tlv(0xa0, offered), tlv(0xa2, tlv(0x04, message)))));

export const nextToken = (message: Buffer, signature: Buffer): Buffer =>
  tlv(0xa1, tlv(0x30, tlv(0xa2, tlv(0x04, message)), tlv(0xa3, tlv(0x04, signature))));

/** The token in the server's response; undefined if the response has only a status. */
export function responseToken(bytes: Buffer): Buffer | undefined {
  const answer = child(bytes, 0xa1);
  const token = answer && child(answer, 0x30);
  const wrapped = token && child(token, 0xa2);
  return wrapped && child(wrapped, 0x04);
}

/** Returns the first of the consecutive values with this tag. */
function child(bytes: Buffer, wanted: number): Buffer | undefined {
  for (let at = 0; at + 2 <= bytes.length;) {
    const tag = bytes[at]!;
    const short = bytes[at + 1]!;
    const more = short < 0x80 ? 0 : short & 0x7f;
    if (more > 3 || at + 2 + more > bytes.length) return undefined;
    const length = more === 0 ? short : bytes.readUIntBE(at + 2, more);
    const begin = at + 2 + more;
    if (tag === wanted) return bytes.subarray(begin, begin + length);
    at = begin + length;
  }
  return undefined;
}
