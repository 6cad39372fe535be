import { Page } from "#console/shell/Page.tsx";
import { Embedded } from "./Embedded.tsx";

export const HostedProfilePage = () => (
  <Page title="Your profile">
    <Embedded part="UserProfile" options={{ routing: "hash" }} />
  </Page>
);
