// Reads the files of a zip archive from its central directory, and checks the sizes and checksums in both headers.
import { crc32, inflateRawSync } from "node:zlib";

export function readZip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("the central directory is wrong");
    const [packed, length, nameLength] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} has no header`);
    // Both headers have the same fields from the version to the length of the name.
    if (!zip.subarray(local + 4, local + 28).equals(zip.subarray(at + 6, at + 30)))
      throw new Error(`the headers of ${name} differ`);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(start, start + packed));
    if (content.length !== length || crc32(content) !== zip.readUInt32LE(at + 16))
      throw new Error(`${name} is damaged`);
    files.set(name, content.toString("utf8"));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
