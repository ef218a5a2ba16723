import type { Queryable } from "@platen/postgres/database";

export type Metadata = Record<string, unknown>;

export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
}

export interface Factor {
  id: string;
  created_at: string;
  updated_at: string;
  status: "unverified" | "verified";
  friendly_name: string | null;
  factor_type: string;
  phone: string | null;
  last_challenged_at: string | null;
}

/** A row of auth.users with its identities and factors. */
export interface User {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  confirmed_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Date;
  updated_at: Date;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  identities: Identity[];
  factors: Factor[];
}

const columns = `
  u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.invited_at, u.phone,
  u.phone_confirmed_at, u.confirmation_sent_at, u.confirmed_at, u.recovery_sent_at, u.email_change,
  u.email_change_sent_at, u.email_change_confirm_status, u.reauthentication_sent_at, u.last_sign_in_at,
  u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at,
      'status', f.status, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', f.phone,
      'last_challenged_at', f.last_challenged_at) order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`;

/** The user with that id, with identities and factors; soft-deleted users too. */
export async function findUserById(db: Queryable, id: string): Promise<User | undefined> {
  const rows = await db.query<User>(`select ${columns} from auth.users u where u.id = $1`, [id]);
  return rows[0];
}

/** @param email in lower case */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  const rows = await db.query<User>(
    `select ${columns} from auth.users u where u.email = $1 and not u.is_sso_user`,
    [email],
  );
  return rows[0];
}

/** One page of all users by creation time, and the total. */
export async function listUsers(
  db: Queryable,
  {
    page,
    perPage,
    filter,
    order,
  }: { page: number; perPage: number; filter: string; order: "asc" | "desc" },
): Promise<{ users: User[]; total: number }> {
  const where = `$1 = '' or strpos(lower(u.email), lower($1)) > 0
    or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0`;
  const [count] = await db.query<{ total: number }>(
    `select count(*)::int as total from auth.users u where ${where}`,
    [filter],
  );
  const users = await db.query<User>(
    `select ${columns} from auth.users u where ${where} order by u.created_at ${order}, u.id ${order} limit $2 offset $3`,
    [filter, perPage, (page - 1) * perPage],
  );
  return { users, total: count?.total ?? 0 };
}

/** Whether the user is banned at that time. */
export const isBanned = (user: Pick<User, "banned_until">, now: Date) =>
  user.banned_until !== null && user.banned_until > now;

/** Whether a sign-in of the user must give a second factor. */
export const hasVerifiedFactor = (user: User) =>
  user.factors.some((factor) => factor.status === "verified");

/** A user as the API returns it: https://supabase.com/docs/guides/auth/users#the-user-object */
export function userBody(user: User) {
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    email: user.email ?? "",
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
    }),
    phone: user.phone ?? "",
    ...present({
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change || null,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 && { factors: user.factors.map(factorBody) }),
    identities: user.identities.map(identityBody),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present({ banned_until: user.banned_until, deleted_at: user.deleted_at }),
    is_anonymous: user.is_anonymous,
  };
}

/** A second factor as the API shows it, without its secret. */
export function factorBody(factor: Factor) {
  return {
    id: factor.id,
    created_at: instant(factor.created_at),
    updated_at: instant(factor.updated_at),
    status: factor.status,
    ...present({ friendly_name: factor.friendly_name || null }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? "",
    last_challenged_at: instant(factor.last_challenged_at),
  };
}

function identityBody(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    ...(Object.keys(identity.identity_data).length > 0 && {
      identity_data: identity.identity_data,
    }),
    provider: identity.provider,
    ...present({ last_sign_in_at: instant(identity.last_sign_in_at) }),
    created_at: instant(identity.created_at),
    updated_at: instant(identity.updated_at),
    ...present({ email: identity.email }),
  };
}

/** Postgres writes instants inside JSON with its own offset; the API normalizes them. */
const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString());

/** Only the fields that have a value: the API leaves the others out. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
