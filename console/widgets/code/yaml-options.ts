/** Options for readable YAML: no line breaks inside strings, and no aliases. */
export const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false } as const;
