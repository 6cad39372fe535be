type Loaded = typeof import("./open-editor.ts");

let loading: Promise<Loaded> | undefined;

/** Loads the editor's code on first use or ahead of it. A failed load is retried by the next call. */
export const loadEditor = (): Promise<Loaded> =>
  (loading ??= import("./open-editor.ts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
