import { CatalogScreen } from "../parts/CatalogScreen.tsx";

export const CatalogPage = () => <CatalogScreen>{null}</CatalogScreen>;
