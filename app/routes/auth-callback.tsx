import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AccountCard } from "~/account/forms/account-card";
import { returnPath, signInAgainUrl } from "~/account/sign-in/return-to";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { explain, statusOf, type ServiceError } from "@domain/auth-service/auth-error-messages";
import { signInByCode } from "~/account/sign-in/sign-in-by-code.server";
import { nextStepUrl } from "~/account/sign-in/sign-in-links.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Signing in",
    description: "Returns from another site.",
    path: "/auth/callback",
    index: false,
  });

/**
 * Where an external provider, or a mailed link of the auth service itself, returns users with a
 * code. Only the browser that started the sign-in holds the verifier without which the code is
 * useless (PKCE, RFC 7636).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get("code");
  // Anyone can write such a link: its error says nothing about the state of our own services.
  if (!code) return refusal(errorIn(searchParams), 400);
  const path = returnPath(searchParams.get("next"));
  const signIn = await signInByCode(context.session, code, searchParams.has("again"));
  switch (signIn.outcome) {
    case "refused":
      return refusal(signIn.error, statusOf(signIn.error));
    case "another-account":
      return data({ problem: anotherAccount, back: signInAgainUrl(path) }, 400);
    case "not-fresh":
      return data({ problem: notFresh, back: signInAgainUrl(path) }, 400);
    case "signed-in":
      throw redirectWithin(nextStepUrl(signIn.user, path));
  }
}

const anotherAccount =
  "That is the account of someone else. You are signed in as before: confirm with an account that is yours.";

const notFresh =
  "The other site did not say that you have just signed in there. You are signed in here as before: sign out of that site and confirm again, or choose a password by email and confirm with that.";

/**
 * For `email_exists`, which here concerns the user's own account, and on a form someone else's: a
 * mail proves that the email address is theirs.
 */
const ownAccount =
  "This address has an account here, and nobody has confirmed it yet. Choose a new password by email, which confirms it: then this way of signing in opens the account, too.";

function refusal(error: ServiceError, status: number) {
  const problem = error.code === "email_exists" ? ownAccount : explain(error).text;
  return data({ problem, back: "/login" }, status);
}

/**
 * The error that the service reports: OAuth's own names (RFC 6749, section 4.1.2.1), and a more
 * specific code.
 */
function errorIn(parameters: URLSearchParams): ServiceError {
  const code = parameters.get("error_code");
  // The user pressed "Cancel" at the provider: our own service reports only a missing code.
  const canceled =
    parameters.get("error") === "access_denied" && (code === null || code === "bad_oauth_callback");
  return {
    name: "AuthApiError",
    code: canceled ? "access_denied" : (code ?? undefined),
    // Anyone can write a link with their own message into our page: only known codes have a text.
    message: "",
  };
}

export default function Callback() {
  const { problem, back } = useLoaderData<typeof loader>();
  return (
    <AccountCard title="That did not work" problem={problem}>
      <Button asChild>
        <Link to={back}>Back to login</Link>
      </Button>
    </AccountCard>
  );
}
