type Loaded = typeof import("./open-editor.ts");

let loading: Promise<Loaded> | undefined;

/** The code of the editor: fetched when one is drawn, or ahead of that. What failed is tried again. */
export const loadEditor = (): Promise<Loaded> =>
  (loading ??= import("./open-editor.ts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
