// Decodes bytes as UTF-8, or in the encoding of the byte order mark or the Content-Type header. Invalid bytes are an
// error: with replacement characters, two different documents could become equal.
import { ConnectionFailure } from "#areas/connections/server/index.ts";

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** A byte order mark overrides the charset of the Content-Type header, and is removed. */
export function readText(bytes: Uint8Array, contentType = ""): string {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
  const [, named] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  const decoder = decoderFor(marked ?? named ?? "utf-8");
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ConnectionFailure(`The text is not valid ${decoder.encoding.toUpperCase()}`, "Encode it in UTF-8.");
  }
}

function decoderFor(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ConnectionFailure(`The text encoding ${encoding} is not supported`, "Encode it in UTF-8.");
  }
}
