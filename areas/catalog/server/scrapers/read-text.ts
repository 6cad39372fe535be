// Bytes as the text that they are: UTF-8 unless they, or who sends them, say otherwise. What cannot be read is told; a text with
// signs that stand for nothing would be another one, and two that differ might be the same.
import { ConnectionFailure } from "../../../connections/server/index.ts";

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** `contentType` is the header of a web server, which may name an encoding. A mark at the beginning says more, and is left out. */
export function readText(bytes: Uint8Array, contentType = ""): string {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
  const [, named] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  const decoder = decoderFor(marked ?? named ?? "utf-8");
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ConnectionFailure(`It is no text in ${decoder.encoding.toUpperCase()}`, "Write it in UTF-8.");
  }
}

function decoderFor(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ConnectionFailure(
      `It says that it is written in ${encoding}, which nobody here can read`,
      "Write it in UTF-8.",
    );
  }
}
