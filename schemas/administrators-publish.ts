/**
 * Types of documents that editors draft and only administrators publish. What a plan costs and
 * grants is money: an editor who set its price to 0 for a short time gave himself the plan.
 */
export const administratorsPublish = ["plan"] as const;
