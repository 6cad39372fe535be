import { useEffect } from "react";

const PRODUCT = "Quarterdeck";

/** The browser's title while a page is shown: "System | Quarterdeck". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} | ${PRODUCT}`;
  }, [title]);
}
