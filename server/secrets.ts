// Secrets as they are stored. Each row has a data key of its own, which is wrapped by the master key and travels with every
// text that it seals; what is sealed is bound to its table, row and column, and opens nowhere else.
//
//   v1 . the master key's fingerprint . the wrapped data key . the sealed text
//
// Which columns are sealed say the tags of the schema (@sealed): there is no other place to seal for, and rotation finds them.
import { createHmac, randomBytes } from "node:crypto";
import type { SealedColumns } from "#generated/tables.ts";
import { decrypt, encrypt } from "./secrets/cipher.ts";
import type { MasterKey } from "./secrets/master-key.ts";

/** A sealed column of one row. */
export type Place = {
  [Table in keyof SealedColumns]: {
    table: Table;
    /** The row's key, or what the tag names: the values, with a slash between them. */
    row: string;
    column: SealedColumns[Table];
  };
}[keyof SealedColumns];

export interface Seals {
  /** `beside` are sealed texts of the same row: its data key is theirs. */
  seal(text: string, place: Place, beside?: readonly (string | null)[]): string;
  /** Throws when it is not what was sealed for this place. */
  open(sealed: string, place: Place): string;
}

export interface Secrets extends Seals {
  /** A keyed digest: equal for equal texts, useless without the key. Its key is another than those that seal. */
  digest(text: string, purpose: string): Buffer;
}

/** The master keys of this process; which of them seals may change while it runs. */
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
    if (!master) throw new Error(`sealed with the key ${id}, which is not held here`);
    return { key: decrypt(master.wrapping, wrapped, rowOf(place)), wrapped };
  }

  /** One that is wrapped by a key on its way out would keep the new secret within that key's reach. */
  function dataKeyBeside(texts: readonly (string | null)[], place: Place, master: MasterKey) {
    for (const text of texts)
      if (text?.startsWith(sealedWith(master)))
        try {
          return dataKeyOf(text, place);
        } catch {
          // Damaged: what is written now shall open all the same.
        }
    const key = randomBytes(32);
    return { key, wrapped: encrypt(master.wrapping, key, rowOf(place)) };
  }

  return {
    seal(text, place, beside = []) {
      const master = ring.sealing;
      const { key, wrapped } = dataKeyBeside(beside, place, master);
      return `${sealedWith(master)}${wrapped}.${encrypt(key, Buffer.from(text), columnOf(place))}`;
    },
    open(sealed, place) {
      try {
        const [, , , text = ""] = parts(sealed);
        return decrypt(dataKeyOf(sealed, place).key, text, columnOf(place)).toString("utf8");
      } catch (cause) {
        throw new Error(
          `The secret in ${place.table}.${place.column} of ${place.row} does not open: it was changed, moved, or sealed with another key.`,
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
  if (found.length !== 4 || found[0] !== version) throw new Error("not a sealed text");
  return found;
}

const rowOf = ({ table, row }: Place) => `${table}\0${row}`;
const columnOf = (place: Place) => `${rowOf(place)}\0${place.column}`;
