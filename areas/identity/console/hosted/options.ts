// The options of the library's components for organisations and accounts.

/** The landing page after the choice of an organisation. */
export const switchedPath = "/organizations/orgs-switched";

export const listOptions = {
  hidePersonal: true,
  afterSelectOrganizationUrl: switchedPath,
  afterCreateOrganizationUrl: switchedPath,
};

export const switcherOptions = {
  ...listOptions,
  createOrganizationMode: "modal",
  afterLeaveOrganizationUrl: switchedPath,
  organizationProfileMode: "navigation",
  organizationProfileUrl: "/settings/organization-profile",
};

export const userButtonOptions = { userProfileMode: "navigation", userProfileUrl: "/profile-settings" };
