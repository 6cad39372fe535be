// Where the product is explained. They open in a new tab, from the help menu and from the palette.

export const docsLinks = [{ label: "API reference", href: "/api/docs" }] as const;
