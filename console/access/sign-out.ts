// Ends the session and leads to the sign-in screen, which leads back to where the person was.
import { messageOf } from "#console/client/failure.ts";
import { http } from "#console/client/http.ts";
import { currentPlace, loginAddress } from "#console/client/login.ts";
import { standstill } from "#console/client/standstill.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { signedInHint } from "./session.ts";

export async function signOut() {
  const address = loginAddress(currentPlace());
  standstill.begin();
  try {
    await endSession(address);
  } catch (error) {
    standstill.end();
    // The session is still open: a person who walks away now must know.
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
      isFarewell: true,
    });
    const query = { token: flow.logout_token, return_to: address };
    await http("GET", "/api/.ory/self-service/logout", { query, onUnauthorized: "throw", isFarewell: true });
  } catch (error) {
    // A session that is gone already is what was asked for.
    if (!(error instanceof Problem && error.status === 401)) throw error;
  }
}
