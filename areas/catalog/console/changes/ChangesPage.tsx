import { CatalogScreen } from "../parts/CatalogScreen.tsx";

export const ChangesPage = () => <CatalogScreen title="Changes">{null}</CatalogScreen>;
