/** Every action of the audit log, and its text on the page. */
export const auditActions = {
  "site.setup": "Became the first administrator",
  "user.invite": "Invited",
  "user.role": "Changed the role",
  "user.plan": "Changed the plan",
  "user.credits": "Adjusted the credits",
  "user.ban": "Banned",
  "user.ban.lift": "Lifted the ban",
  "user.sessions.end": "Ended the sessions",
  "user.recovery": "Sent a recovery email",
  "user.factor.remove": "Removed a second factor",
  "user.delete": "Deleted",
  "user.undelete": "Restored the account",
  "service.asked": "Sent a request to the auth service",
  "service.refused": "The auth service refused",
  "users.export": "Exported the users",
  "audit.export": "Exported the audit log",
  "plan.request.approve": "Approved a request for a plan",
  "plan.request.refuse": "Refused a request for a plan",
  "comment.approve": "Approved comments",
  "comment.reject": "Rejected comments",
  "comment.spam": "Marked comments as spam",
  "comment.delete": "Deleted comments",
  "lake.token.create": "Requested a new content token",
  "lake.token.revoke": "Requested to revoke a content token",
} as const;

export type AuditAction = keyof typeof auditActions;
