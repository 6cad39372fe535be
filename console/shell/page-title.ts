import { useEffect } from "react";

const PRODUCT = "Quarterdeck";

/** The browser's title while a page is shown: "System | Quarterdeck". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} | ${PRODUCT}`;
  }, [title]);
}

/** While something stands over the page, its title; then the page's again. */
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
