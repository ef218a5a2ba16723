import type { LoaderFunctionArgs } from "@remix-run/node";
import { actorOf, runAsAdministrator } from "@domain/administration/run-as-administrator.server";
import { record } from "@domain/audit/audit.server";
import { csvLine } from "@domain/administration/csv";
import { requireAdmin, requireFreshSignIn } from "~/account/session/guards.server";
import type { Administrator } from "@domain/accounts/administrator";
import { streamedFile } from "~/http/streamed-file.server";
import { readFilter } from "~/account/forms/read-filter.server";
import { userFilter, type UserFilter } from "@domain/administration/user-list";
import { listUsers } from "@domain/administration/user-list.server";

const head = ["id", "email", "name", "role", "plan", "state", "since"];

/** The list of users as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const administrator = await requireAdmin(context.session, request, "users.export");
  // A new sign-in must lead to a page, not to a download: to the list, with the same filter.
  const list = new URL(request.url);
  list.pathname = "/admin/users";
  await requireFreshSignIn(context.session, new Request(list));
  const filter = { ...readFilter(request, userFilter), after: undefined };
  const { q, role, plan, state } = filter;
  const filters = Object.entries({ q, role, plan, state }).filter(([, value]) => value !== "");
  await runAsAdministrator(administrator, (tx) =>
    record(tx, actorOf(administrator), {
      action: "users.export",
      after: Object.fromEntries(filters),
    }),
  );
  return streamedFile(linesOf(administrator, filter), { name: "users", format: "csv" });
}

async function* linesOf(administrator: Administrator, filter: UserFilter): AsyncGenerator<string> {
  let before = csvLine(head);
  let after: string | undefined;
  do {
    const { users, next } = await listUsers(administrator, { ...filter, after }, 1_000);
    const lines = users.map(({ id, email, fullName, role, plan, state, createdAt }) =>
      csvLine([id, email, fullName, role, plan, state, createdAt.toISOString()]),
    );
    yield before + lines.join("");
    before = "";
    after = next ?? undefined;
  } while (after);
}
