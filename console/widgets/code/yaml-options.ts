/** As it is read: no line is broken, and nothing stands for something further up. */
export const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false } as const;
