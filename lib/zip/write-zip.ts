// Writes a zip file with compressed files (APPNOTE 4.3), for downloads of a few megabytes. Names are UTF-8.
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: string | Buffer;
}

const compress = promisify(deflateRaw);

/** Names are UTF-8. */
const flags = 0x0800;
const deflated = 8;
const version = 20;

export async function writeZip(entries: readonly ZipEntry[], modified: Date): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const bytes = Buffer.from(content);
    const packed = await compress(bytes);
    const path = Buffer.from(name);
    // The fields that both headers share.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt32LE(dosTime(modified), 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(signature(0x04034b50), common, path, packed);
    // No comment, disk number or attributes.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(version);
    directory.push(signature(0x02014b50), madeBy, common, rest, path);
    offset += 4 + common.length + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Date and time in two-second steps, in UTC. */
const dosTime = (at: Date): number =>
  ((((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()) * 0x10000 +
    ((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1))) >>>
  0;
