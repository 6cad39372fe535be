// Seals (encrypts) secrets for storage. Each row has its own data key, which is encrypted with the master key and
// stored in every value that it encrypts. A sealed value is bound to its table, row and column and cannot be decrypted
// anywhere else.
//
//   v1 . the master key's fingerprint . the wrapped data key . the sealed value
//
// The schema tag @sealed marks sealed columns; Place allows no others, and key rotation finds them by the tag.
import { createHmac, randomBytes } from "node:crypto";
import type { SealedColumns } from "#generated/tables.ts";
import { decrypt, encrypt, type MasterKey } from "./secrets/cipher.ts";

/** A sealed column of one row. */
export type Place = {
  [Table in keyof SealedColumns]: {
    table: Table;
    /** The row's key, or the values of the columns that the tag names, separated by slashes. */
    row: string;
    column: SealedColumns[Table];
  };
}[keyof SealedColumns];

export interface Seals {
  /** Encrypts a value. `siblings` are sealed values of the same row, whose data key is reused. */
  seal(text: string, place: Place, siblings?: readonly (string | null)[]): string;
  /** Decrypts a value. Throws if the value was not sealed for this place. */
  open(sealed: string, place: Place): string;
}

export interface Secrets extends Seals {
  /**
   * Returns a keyed digest: equal strings have equal digests, and the string cannot be guessed without the key. This
   * key is not one of the sealing keys.
   */
  digest(text: string, purpose: string): Buffer;
}

/** The master keys of this process; the sealing key may change while it runs. */
export interface KeyRing {
  readonly sealing: MasterKey;
  find(id: string): MasterKey | undefined;
}

const version = "v1";
export const sealedPrefix = `${version}.`;
export const sealedWith = (key: MasterKey) => `${sealedPrefix}${key.id}.`;

export function createSeals(ring: KeyRing): Seals {
  function dataKeyOf(sealed: string, place: Place): { key: Buffer; wrapped: string } {
    const [, id = "", wrapped = ""] = parts(sealed);
    const master = ring.find(id);
    if (!master) throw new Error(`encrypted with the key ${id}, which this process does not have`);
    return { key: decrypt(master.wrapping, wrapped, rowOf(place)), wrapped };
  }

  /**
   * Returns the data key of a sibling. Data keys wrapped by a different master key are not reused, because that key
   * could then decrypt the new secret.
   */
  function sharedDataKey(texts: readonly (string | null)[], place: Place, master: MasterKey) {
    for (const text of texts)
      if (text?.startsWith(sealedWith(master)))
        try {
          return dataKeyOf(text, place);
        } catch {
          // The sibling is damaged, but it must still be possible to decrypt the new value.
        }
    const key = randomBytes(32);
    return { key, wrapped: encrypt(master.wrapping, key, rowOf(place)) };
  }

  return {
    seal(text, place, siblings = []) {
      const master = ring.sealing;
      const { key, wrapped } = sharedDataKey(siblings, place, master);
      return `${sealedWith(master)}${wrapped}.${encrypt(key, Buffer.from(text), columnOf(place))}`;
    },
    open(sealed, place) {
      try {
        const [, , , text = ""] = parts(sealed);
        return decrypt(dataKeyOf(sealed, place).key, text, columnOf(place)).toString("utf8");
      } catch (cause) {
        throw new Error(
          `The secret in ${place.table}.${place.column} of ${place.row} cannot be decrypted: it was changed, moved, or encrypted with a different key.`,
          { cause },
        );
      }
    },
  };
}

export const createSecrets = (ring: KeyRing, digestKey: Buffer): Secrets => ({
  ...createSeals(ring),
  digest: (text, purpose) => createHmac("sha256", digestKey).update(`${purpose}\0${text}`).digest(),
});

function parts(sealed: string): string[] {
  const found = sealed.split(".");
  if (found.length !== 4 || found[0] !== version) throw new Error("not a sealed value");
  return found;
}

const rowOf = ({ table, row }: Place) => `${table}\0${row}`;
const columnOf = (place: Place) => `${rowOf(place)}\0${place.column}`;
