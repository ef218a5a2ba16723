/** All paths of the gateway's API begin with this: limits and refusals are different below it. */
export const gatewayPrefix = "/api/gateway/";

/** The paths of the gateway's API (docs/gateway.md). */
export const gatewayPaths = {
  verify: `${gatewayPrefix}verify`,
  usage: `${gatewayPrefix}usage`,
  reversal: `${gatewayPrefix}reversal`,
} as const;
