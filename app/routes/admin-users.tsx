import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/account/guards.server";
import { newestProfiles } from "~/account/profile.server";
import { formatDate } from "~/ui/date";
import { pageMeta } from "~/seo/meta";

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Users",
    description: "Who has an account.",
    path: "/admin/users",
    index: false,
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { claims } = await requireAdmin(context.session, request);
  return newestProfiles(claims, 100);
}

export default function AdminUsers() {
  const { total, profiles } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="users" className="mt-8">
      <h2 id="users" className="text-xl font-semibold">
        Users
      </h2>
      <p className="mt-1 text-paper-2">
        {total === profiles.length
          ? `${total} in all.`
          : `The newest ${profiles.length} of ${total}.`}
      </p>
      <div className="mt-6 overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-left text-sm">
          <thead className="bg-ink-850 text-paper-3">
            <tr>
              {["Name", "E-mail", "Role", "Since"].map((label) => (
                <th key={label} scope="col" className="px-4 py-3 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {profiles.map((profile) => (
              <tr key={profile.id} className="border-t border-line">
                <td className="px-4 py-3">{profile.fullName ?? "—"}</td>
                <td className="px-4 py-3">{profile.email}</td>
                <td className="px-4 py-3">{profile.role}</td>
                <td className="px-4 py-3 whitespace-nowrap">{formatDate(profile.createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
