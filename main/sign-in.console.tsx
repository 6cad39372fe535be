// Starts the sign-in screens. The server returns sign-in.html, which loads this script, at the paths of
// language/sign-in-paths.ts.
import "#console/theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followTheme } from "#console/theme/theme.ts";
import { SignIn } from "#areas/identity/console/sign-in.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root");

followTheme();
createRoot(root).render(
  <StrictMode>
    <SignIn />
  </StrictMode>,
);
