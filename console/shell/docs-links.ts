// Links to the documentation, shown in the help menu and in the palette. They open in a new tab.

export const docsLinks = [{ label: "API reference", href: "/api/docs" }] as const;
