// Which two points of an item's life are compared. Without a choice, the one before the last change and the one of now.
import type { ConfigVersion } from "../../../contract.ts";
import { NOW } from "./spec-url.ts";

/** As the address has them; empty for no choice. */
interface Chosen {
  from: string;
  to: string;
}

interface Known {
  versions: readonly Pick<ConfigVersion, "id">[];
  first_at: string;
}

interface Compared {
  /** Undefined while it is not known what came before. */
  from: string | undefined;
  to: string;
}

export const comparedPoints = ({ from, to }: Chosen, known: Known | undefined): Compared => ({
  // Where there is only one version, it is compared with itself: nothing differs.
  from: from || (known && (known.versions[1]?.id ?? known.first_at)),
  to: to || NOW,
});

/** The other way round, as the address has it: each by its name, or silence would mean another one than before. */
export const swapped = ({ from = NOW, to }: Compared): Chosen => ({ from: to, to: from === NOW ? "" : from });
