// The description of a screen: its address, and the steps between opening it and taking its pictures.
import type { Browser } from "@playwright/test";
import type { WatchedPage } from "./camera.ts";
import { idOf, type RowName } from "./example-rows.ts";
import type { PicturedProduct } from "./products.ts";

export interface Screen {
  /** The name of its folder, and the argument that selects it. */
  name: string;
  /** The description in the index. */
  about: string;
  /** The path below the URL of the product. */
  address(product: PicturedProduct): Promise<string>;
  /** Whether the browser is not signed in. */
  isGuest?: boolean;
  /** The entries of the browser's local storage. */
  stored?: Readonly<Record<string, string>>;
  /** Changes the product, once before the first picture. */
  prepare?(place: { browser: Browser; product: PicturedProduct }): Promise<void>;
  /** Uses the open page, once for each width. */
  act?(watched: WatchedPage, product: PicturedProduct): Promise<void>;
}

/** Opens editors as code. */
export const asCode = { formOrCode: "code" };

/** The path may contain the id of one row, in the place of `{id}`. */
type Parts = Omit<Screen, "name" | "about" | "address"> & { row?: RowName };

export const screen = (name: string, path: string, about: string, { row, ...parts }: Parts = {}): Screen => ({
  name,
  about,
  address: async (product) => (row === undefined ? path : path.replace("{id}", await idOf(product, row))),
  ...parts,
});
