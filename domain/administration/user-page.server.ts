import type { User } from "@supabase/supabase-js";
import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "@domain/accounts/uuid";
import { readAudit } from "@domain/audit/audit-list.server";
import { authService } from "@domain/auth-service/auth-service.server";
import { mailLifetimes } from "@domain/auth-service/mail-lifetimes.server";
import { readableOfKey, workingFirst } from "@domain/api-keys/api-key.server";
import { readPlanStatuses } from "@domain/plans/plan-status.server";
import { withAdministrator } from "@domain/database/database.server";
import { deviceName } from "@domain/accounts/user-agent";
import type { Administrator } from "@domain/accounts/administrator";
import { planName, type ReadPlans } from "@domain/plans/plan.server";
import { apiKeys, planRequests, profiles } from "@domain/database/tables.server";
import { readEntries } from "./ledger.server";
import { stateOf } from "./user-list";

const sessions = z.array(
  z.object({
    id: z.string(),
    created_at: z.coerce.date(),
    last_seen_at: z.coerce.date(),
    level: z.string().nullable(),
    address: z.string().nullable(),
    device: z.string().nullable(),
  }),
);

/** How much of each list a user's page shows: the newest, and of keys the working ones first. */
const shown = 20;

/**
 * All that an administrator may know of an account. Null when there is none with this id.
 *
 * @throws the 404 page for a user who is no longer an administrator
 */
export async function readUserPage(
  { claims, ipAddress }: Pick<Administrator, "claims" | "ipAddress">,
  id: string,
  readPlans: ReadPlans,
) {
  if (!uuid.safeParse(id).success) return null;
  const plans = await readPlans();
  const local = await withAdministrator(claims, async (tx) => {
    const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id)).limit(1);
    if (!profile) return null;
    const planStatus = (await readPlanStatuses(tx, plans, [id])).get(id);
    return {
      profile,
      planStatus: planStatus && {
        planId: planStatus.planId,
        planName: planStatus.plan?.name ?? null,
        agreedCredits: planStatus.agreedCredits,
        scheduledPlan: planStatus.scheduledPlan && planName(plans, planStatus.scheduledPlan),
        scheduledFor: planStatus.scheduledFor,
        periodEndsAt: planStatus.period.endsAt,
        balance: planStatus.balance,
      },
      sessions: sessions
        .parse([...(await tx.execute(sql`select * from public.sessions_of(${id}::uuid)`))])
        .map(({ device, address, ...session }) => ({
          ...session,
          device: deviceName(device),
          ipAddress: address,
        })),
      keys: await tx
        .select(readableOfKey)
        .from(apiKeys)
        .where(eq(apiKeys.userId, id))
        .orderBy(...workingFirst)
        .limit(shown),
      ledger: await readEntries(tx, id, shown),
      requests: await tx
        .select({
          id: planRequests.id,
          plan: planRequests.plan,
          state: planRequests.state,
          createdAt: planRequests.createdAt,
        })
        .from(planRequests)
        .where(eq(planRequests.userId, id))
        .orderBy(desc(planRequests.createdAt))
        .limit(shown),
    };
  });
  if (!local) return null;
  const [audit, account] = await Promise.all([
    readAudit(claims, { subject: id }, shown),
    readAccount(id, ipAddress),
  ]);
  const { profile, requests, ...rest } = local;
  return {
    user: {
      id,
      email: profile.email,
      fullName: profile.fullName,
      role: profile.role,
      state: stateOf(profile),
      bannedUntil: profile.bannedUntil,
      deletedAt: profile.deletedAt,
      closesAt: profile.closesAt,
      createdAt: profile.createdAt,
      version: profile.version,
    },
    ...rest,
    requests: requests.map((request) => ({ ...request, plan: planName(plans, request.plan) })),
    account,
    audit,
    plans: plans.map(({ id: plan, name }) => ({ id: plan ?? "", name: name ?? "" })),
  };
}

/** What only the auth service knows; null while it does not respond, or has nobody with this id. */
async function readAccount(id: string, ipAddress: string) {
  const { data, error } = await authService(ipAddress).admin.getUserById(id);
  if (error) {
    console.error("The auth service returned no data about an account.", error);
    return null;
  }
  const { user } = data;
  return {
    lastSignInAt: user.last_sign_in_at ?? null,
    invitedAt: user.invited_at ?? null,
    invitation: invitationOf(user),
    providers: (user.identities ?? []).map(({ provider }) => provider),
    factors: (user.factors ?? []).map((factor) => ({
      id: factor.id,
      name:
        factor.friendly_name ||
        (factor.factor_type === "webauthn" ? "Security key" : "Authenticator"),
      inUse: factor.status === "verified",
      createdAt: factor.created_at,
    })),
  };
}

/** Until when a user can accept an invitation; null for one who was not invited, or has accepted. */
function invitationOf({ invited_at, confirmation_sent_at, email_confirmed_at }: User) {
  if (!invited_at || email_confirmed_at) return null;
  const sentAt = new Date(confirmation_sent_at ?? invited_at).getTime();
  const endsAt = new Date(sentAt + mailLifetimes.linkSeconds * 1000);
  return { endsAt, hasEnded: endsAt <= new Date() };
}
