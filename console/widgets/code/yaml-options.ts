/** Readable output: no line breaks inside texts, and no aliases. */
export const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false } as const;
