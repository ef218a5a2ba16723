import { expect } from "vitest";
import type { Account, AccountSite, Answer, Visitor } from "./account-site";

/** The administration's pages, as an administrator uses them. */
export class AdministrationPages {
  constructor(
    readonly site: AccountSite,
    readonly visitor: Visitor,
  ) {}

  async version({ id }: Pick<Account, "id">): Promise<string> {
    const [row] = await this.site.database.query<{ version: number }>(
      "select version from public.profiles where id = $1",
      [id],
    );
    return String(row?.version ?? 0);
  }

  /**
   * Sends one of the forms of an account's page, with its current version unless another is given.
   */
  async change(
    account: Pick<Account, "id">,
    intent: string,
    fields: Record<string, string> = {},
  ): Promise<Answer> {
    const { action } = await import("~/routes/admin-user");
    const version = await this.version(account);
    return this.visitor.send(
      action,
      `/admin/users/${account.id}`,
      { intent, version, ...fields },
      { id: account.id },
    );
  }

  async user(account: Pick<Account, "id">): Promise<Answer> {
    const { loader } = await import("~/routes/admin-user");
    return this.visitor.open(loader, `/admin/users/${account.id}`, { id: account.id });
  }

  async ledger({ id }: Pick<Account, "id">, query = ""): Promise<Answer> {
    const { loader } = await import("~/routes/admin-user-ledger");
    return this.visitor.open(loader, `/admin/users/${id}/ledger?${query}`, { id });
  }

  async users(query = ""): Promise<Answer> {
    const { loader } = await import("~/routes/admin-users");
    return this.visitor.open(loader, `/admin/users?${query}`);
  }

  async invite(fields: Record<string, string>): Promise<Answer> {
    const { action } = await import("~/routes/admin-invite");
    return this.visitor.send(action, "/admin/users/invite", fields);
  }

  async export(query = ""): Promise<Answer> {
    const { loader } = await import("~/routes/admin-users-csv");
    return this.visitor.open(loader, `/admin/users.csv?${query}`);
  }

  async previewBulk(query: string): Promise<Answer> {
    const { loader } = await import("~/routes/admin-bulk");
    return this.visitor.open(loader, `/admin/users/bulk?${query}`);
  }

  async bulk(fields: Record<string, string | string[]>): Promise<Answer> {
    const { action } = await import("~/routes/admin-bulk");
    return this.visitor.send(action, "/admin/users/bulk", fields);
  }

  async plans(): Promise<Answer> {
    const { loader } = await import("~/routes/admin-plans");
    return this.visitor.open(loader, "/admin/plans");
  }

  async decide(fields: Record<string, string>): Promise<Answer> {
    const { action } = await import("~/routes/admin-plans");
    return this.visitor.send(action, "/admin/plans", fields);
  }

  async audit(query = ""): Promise<Answer> {
    const { loader } = await import("~/routes/admin-audit");
    return this.visitor.open(loader, `/admin/audit?${query}`);
  }

  async exportAudit(query = "format=csv"): Promise<Answer> {
    const { loader } = await import("~/routes/admin-audit-export");
    return this.visitor.open(loader, `/admin/audit/export?${query}`);
  }

  async roles(): Promise<Answer> {
    const { loader } = await import("~/routes/admin-roles");
    return this.visitor.open(loader, "/admin/roles");
  }

  async overview(): Promise<Answer> {
    const { loader } = await import("~/routes/admin-overview");
    return this.visitor.open(loader, "/admin/overview");
  }

  async mails(query = ""): Promise<Answer> {
    const { loader } = await import("~/routes/admin-mails");
    return this.visitor.open(loader, `/admin/mails?${query}`);
  }

  async health(): Promise<Answer> {
    const { loader } = await import("~/routes/admin-health");
    return this.visitor.open(loader, "/admin/health");
  }
}

/** The audit log's entries for an account, oldest first. */
export function entriesOf(site: AccountSite, { id }: Pick<Account, "id">) {
  return site.database.query<{
    actor: string;
    action: string;
    subject_name: string;
    reason: string | null;
    address: string | null;
    before: unknown;
    after: unknown;
  }>(
    `select actor, action, subject_name, reason, address, before, after
     from public.audit_entries where subject = $1 order by id`,
    [id],
  );
}

/** An account's row, as the database has it. */
export async function profileOf(site: AccountSite, { id }: Pick<Account, "id">) {
  const [row] = await site.database.query<{
    role: string;
    plan: string;
    banned: boolean;
    deleted: boolean;
  }>(
    `select p.role, s.plan, coalesce(p.banned_until > now(), false) as banned, p.deleted_at is not null as deleted
     from public.profiles p join public.subscriptions s on s.user_id = p.id where p.id = $1`,
    [id],
  );
  return row;
}

/**
 * Makes an attempt that must leave no trace of itself: no change of that account, entry or mail.
 */
export async function expectNoTraceOf(
  site: AccountSite,
  victim: Pick<Account, "id">,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  const traces = async () => ({
    profile: await profileOf(site, victim),
    entries: await entriesOf(site, victim),
    sent: site.service.mails.length,
  });
  const before = await traces();
  const response = await attempt();
  expect(await traces()).toEqual(before);
  return response;
}

/** Takes an account's role away, behind the site's back. */
export async function demoteIn(site: AccountSite, { id }: Pick<Account, "id">): Promise<void> {
  await site.database.query("update public.profiles set role = 'User' where id = $1", [id]);
}
