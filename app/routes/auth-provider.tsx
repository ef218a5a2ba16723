import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AccountCard } from "~/account/forms/account-card";
import { requireUser, redirectIfSignedIn } from "~/account/session/guards.server";
import { returnPath } from "~/account/sign-in/return-to";
import { signInProviders } from "~/account/sign-in/providers.server";
import { explain } from "@domain/auth-service/auth-error-messages";
import { callbackUrl } from "@domain/auth-service/callback-url.server";
import { environment } from "@domain/environment.server";
import { pageMeta } from "~/seo/meta";
import { Button } from "~/ui/button";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Signing in",
    description: "Leads to another site.",
    path: "/auth/provider",
    index: false,
  });

/**
 * Starts a sign-in with an external account, and stores the verifier of the returning code in a
 * cookie. A signed-in user is redirected to their start page, unless they confirm (`?again`) their
 * identity.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const again = searchParams.has("again");
  if (again) await requireUser(context.session, request);
  const path = again
    ? returnPath(searchParams.get("redirectTo"))
    : await redirectIfSignedIn(context.session, request);
  const provider = (await signInProviders()).find(({ id }) => id === params.provider);
  if (!provider) throw new Response(null, { status: 404 });
  const { data: way, error } = await context.session.auth.signInWithOAuth({
    provider: provider.id,
    options: {
      redirectTo: callbackUrl(path, again),
      skipBrowserRedirect: true,
      ...(again && { queryParams: promptOf(provider.id) }),
    },
  });
  if (way.url) throw redirect(publicUrl(way.url));
  return data({ problem: explain(error ?? { name: "", message: "" }).text }, 502);
}

/**
 * Asks the provider for more than its own session, which a browser that was left open still has.
 * Google and GitHub refuse `login`: they let the user select an account.
 */
const promptOf = (provider: string): Record<string, string> =>
  provider === "google" || provider === "github"
    ? { prompt: "select_account" }
    : { prompt: "login", max_age: "0" };

/**
 * The same URL of the auth service for a browser, which may reach it by another origin than we do.
 */
function publicUrl(url: string): string {
  const { pathname, search } = new URL(url);
  const { SUPABASE_PUBLIC_URL } = environment;
  return SUPABASE_PUBLIC_URL ? new URL(pathname + search, SUPABASE_PUBLIC_URL).href : url;
}

export default function Provider() {
  const { problem } = useLoaderData<typeof loader>();
  return (
    <AccountCard title="That did not work" problem={problem}>
      <Button asChild>
        <Link to="/login">Back to login</Link>
      </Button>
    </AccountCard>
  );
}
