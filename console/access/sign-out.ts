// Ends the session and leads to the sign-in screen, which leads back to where the person was.
import { isAborted } from "#console/client/failure.ts";
import { http } from "#console/client/http.ts";
import { currentPlace, loginAddress } from "#console/client/login.ts";
import { Problem } from "#language/problem.ts";
import { signedInHint } from "./session.ts";

export async function signOut() {
  const place = currentPlace();
  try {
    const { logout_token } = await http<{ logout_token: string }>("GET", "/api/.ory/self-service/logout/browser", {
      onUnauthorized: "throw",
    });
    await http("GET", "/api/.ory/self-service/logout", {
      query: { token: logout_token, return_to: loginAddress(place) },
      onUnauthorized: "throw",
    });
  } catch (error) {
    // A session that is gone already is signed out. Anything else must be told: the session may still be open.
    if (isAborted(error) || !(error instanceof Problem) || error.status !== 401) throw error;
  }
  signedInHint.set(false);
  location.assign(loginAddress(place));
}
