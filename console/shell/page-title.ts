import { useEffect } from "react";

const PRODUCT = "Quarterdeck";

/** Sets the title of the browser window while a page is shown: "System | Quarterdeck". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} | ${PRODUCT}`;
  }, [title]);
}

/** Sets the window title to that of an overlay while it is open, and then restores the page's title. */
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
