import { roles, type Role, type Viewer } from "./viewer";

const allRoles: readonly Role[] = roles;
const editors: readonly Role[] = ["Admin", "Editor"];
const administrators: readonly Role[] = ["Admin"];

/** What a role is for, in a sentence. */
export const roleDescriptions: Record<Role, string> = {
  Admin: "Manages the site: users, plans and content.",
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
    description: "Use the dashboard: profile, plan, credits and keys",
    roles: allRoles,
  },
  "studio.open": {
    resource: "Content",
    description: "Write and publish in the Studio",
    roles: editors,
  },
  "comments.moderate": {
    resource: "Content",
    description: "Approve, reject and delete comments",
    roles: editors,
  },
  "administration.open": {
    resource: "Administration",
    description: "Open the administration and its overview",
    roles: administrators,
  },
  "messages.read": {
    resource: "Messages",
    description: "Read, close and delete messages of the contact form",
    roles: administrators,
  },
  "users.read": {
    resource: "Users",
    description: "Search and see every account",
    roles: administrators,
  },
  "users.export": {
    resource: "Users",
    description: "Export the list as CSV",
    roles: administrators,
  },
  "users.invite": { resource: "Users", description: "Invite by email", roles: administrators },
  "users.role": { resource: "Users", description: "Grant and revoke roles", roles: administrators },
  "users.plan": { resource: "Users", description: "Change plan", roles: administrators },
  "users.credits": { resource: "Users", description: "Adjust credits", roles: administrators },
  "users.ban": { resource: "Users", description: "Ban, and lift a ban", roles: administrators },
  "users.sessions": { resource: "Users", description: "End sessions", roles: administrators },
  "users.recovery": {
    resource: "Users",
    description: "Send a recovery email",
    roles: administrators,
  },
  "users.factor": {
    resource: "Users",
    description: "Remove a lost second factor",
    roles: administrators,
  },
  "users.delete": { resource: "Users", description: "Delete and restore", roles: administrators },
  "roles.read": {
    resource: "Roles",
    description: "See the roles and who has them",
    roles: administrators,
  },
  "plans.read": {
    resource: "Plans",
    description: "See plans and who has them",
    roles: administrators,
  },
  "plans.decide": {
    resource: "Plans",
    description: "Approve and refuse requests",
    roles: administrators,
  },
  "mails.read": {
    resource: "Emails",
    description: "Preview what the site sends",
    roles: administrators,
  },
  "audit.read": { resource: "Audit", description: "Read the audit log", roles: administrators },
} satisfies Record<string, { resource: string; description: string; roles: readonly Role[] }>;

export type Permission = keyof typeof permissionTable;

/** Whether a role includes a permission. */
export const includes = (role: Role, permission: Permission): boolean =>
  permissionTable[permission].roles.includes(role);

/**
 * Whether a user has a permission. The owner of a closed account keeps only what reopens it,
 * whatever their role; a banned or deleted user is not a viewer (row-level security shows them
 * nothing).
 */
export const can = (viewer: Pick<Viewer, "role" | "closesAt">, permission: Permission): boolean =>
  includes(viewer.role, permission) && (!viewer.closesAt || permission === "account.use");
