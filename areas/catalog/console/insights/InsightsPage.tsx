import { CatalogScreen } from "../parts/CatalogScreen.tsx";

export const InsightsPage = () => <CatalogScreen title="Insights">{null}</CatalogScreen>;
