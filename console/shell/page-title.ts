import { useEffect } from "react";

const PRODUCT = "Quarterdeck";

/** Sets the title of the browser window while a page is shown: "System | Quarterdeck". */
export const usePageTitle = (title: string) => useWholeTitle(`${title} | ${PRODUCT}`);

/** Sets the title without the name of the product, for pages that are embedded elsewhere. */
export function useWholeTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Sets the window title to the title of an overlay while the overlay is open, and then restores the page title. */
export function useTitleAbove(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return undefined;
    const below = document.title;
    document.title = `${title} | ${PRODUCT}`;
    return () => {
      document.title = below;
    };
  }, [title]);
}
