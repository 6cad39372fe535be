// Ends the session and opens the sign-in screen, which returns to the current page afterwards.
import { messageOf } from "#console/client/failure.ts";
import { http } from "#console/client/http.ts";
import { currentPlace, loginAddress } from "#console/client/login.ts";
import { requestPause } from "#console/client/request-pause.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { hostedLibrary, isHosted } from "./hosted.ts";
import { signedInHint } from "./signed-in-hint.ts";

export async function signOut() {
  const address = loginAddress(currentPlace());
  requestPause.begin();
  try {
    if (isHosted) return await hostedLibrary().signOut({ redirectUrl: address });
    await endSession(address);
  } catch (error) {
    requestPause.end();
    // The session is still valid, so the person must see the failure.
    toast.error(messageOf(error));
    return;
  }
  signedInHint.set(false);
  location.assign(address);
}

async function endSession(address: string) {
  try {
    const flow = await http<{ logout_token: string }>("GET", "/api/.ory/self-service/logout/browser", {
      onUnauthorized: "throw",
      isSignOut: true,
    });
    const query = { token: flow.logout_token, return_to: address };
    await http("GET", "/api/.ory/self-service/logout", { query, onUnauthorized: "throw", isSignOut: true });
  } catch (error) {
    // 401: the session has already ended.
    if (!(error instanceof Problem && error.status === 401)) throw error;
  }
}
