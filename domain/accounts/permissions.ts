import { roles, type Role, type Viewer } from "./viewer";

const everybody: readonly Role[] = roles;
const editors: readonly Role[] = ["Admin", "Editor"];
const administrators: readonly Role[] = ["Admin"];

/** What a role is for, in a sentence. */
export const roleWords: Record<Role, string> = {
  Admin: "Runs the site: its people, their plans, and its content.",
  Editor: "Writes and publishes in the Studio.",
  User: "Has an account and nothing else.",
};

/**
 * All permissions, by resource, and the roles that have them. The guards check this table, and
 * /admin/roles shows it, so that the page cannot promise what the site does not enforce.
 */
export const permissionTable = {
  "account.use": {
    resource: "Own account",
    says: "Use the dashboard: profile, plan, credits and keys",
    roles: everybody,
  },
  "studio.open": { resource: "Content", says: "Write and publish in the Studio", roles: editors },
  "administration.open": {
    resource: "Administration",
    says: "Open the administration and its overview",
    roles: administrators,
  },
  "users.read": { resource: "Users", says: "Search and see every account", roles: administrators },
  "users.export": { resource: "Users", says: "Export the list as CSV", roles: administrators },
  "users.invite": { resource: "Users", says: "Invite by email", roles: administrators },
  "users.role": { resource: "Users", says: "Grant and revoke roles", roles: administrators },
  "users.plan": { resource: "Users", says: "Change the plan", roles: administrators },
  "users.credits": { resource: "Users", says: "Adjust credits", roles: administrators },
  "users.ban": { resource: "Users", says: "Ban, and lift a ban", roles: administrators },
  "users.sessions": { resource: "Users", says: "End sessions", roles: administrators },
  "users.recovery": { resource: "Users", says: "Send a recovery email", roles: administrators },
  "users.factor": {
    resource: "Users",
    says: "Remove a lost second factor",
    roles: administrators,
  },
  "users.delete": { resource: "Users", says: "Delete and restore", roles: administrators },
  "roles.read": {
    resource: "Roles",
    says: "See the roles and who has them",
    roles: administrators,
  },
  "plans.read": { resource: "Plans", says: "See plans and who has them", roles: administrators },
  "plans.decide": {
    resource: "Plans",
    says: "Approve and refuse requests",
    roles: administrators,
  },
  "audit.read": { resource: "Audit", says: "Read the audit trail", roles: administrators },
} satisfies Record<string, { resource: string; says: string; roles: readonly Role[] }>;

export type Permission = keyof typeof permissionTable;

/** Whether a role includes a permission. */
export const includes = (role: Role, permission: Permission): boolean =>
  permissionTable[permission].roles.includes(role);

/**
 * Whether a user has a permission. The owner of a closed account keeps only what reopens it,
 * whatever their role; a banned or deleted user is no viewer (row-level security shows them
 * nothing).
 */
export const can = (viewer: Pick<Viewer, "role" | "closesAt">, permission: Permission): boolean =>
  includes(viewer.role, permission) && (!viewer.closesAt || permission === "account.use");
