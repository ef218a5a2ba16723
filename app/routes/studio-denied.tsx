import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountCard } from "~/account/forms/account-card";
import { requireUser } from "~/account/session/guards.server";
import { can } from "@domain/accounts/permissions";
import { redirectWithin } from "~/account/sign-in/redirect-within.server";
import { pageMeta } from "~/seo/meta";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "No access to the Studio",
    description: "Who may use the Studio.",
    path: "/studio-access",
    index: false,
  });

/** Where the server redirects signed-in users who may not open the Studio. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireUser(context.session, request);
  if (can(viewer, "studio.open")) throw redirectWithin("/studio");
  return data({ email: viewer.email, role: viewer.role }, 403);
}

export default function StudioAccess() {
  const { email, role } = useLoaderData<typeof loader>();
  return (
    <AccountCard title="The Studio is for editors">
      <p>
        You are signed in as <strong>{email}</strong>, with the role {role}. The Studio opens to the
        roles Editor and Admin: ask an administrator of this site to give you one.
      </p>
    </AccountCard>
  );
}
