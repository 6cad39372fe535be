import { Page } from "#console/shell/Page.tsx";
import { Embedded } from "./Embedded.tsx";

export const OrganizationProfilePage = () => (
  <Page title="Organization profile">
    <Embedded part="OrganizationProfile" options={{ routing: "hash" }} />
  </Page>
);
