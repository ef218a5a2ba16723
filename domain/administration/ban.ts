/** How long a ban may last, as the auth service writes durations. */
export const banDurations = {
  "24h": "A day",
  "168h": "A week",
  "720h": "Thirty days",
  "876000h": "Permanently",
} as const;

export type BanDuration = keyof typeof banDurations;

export const banLengths = Object.keys(banDurations).filter(
  (duration): duration is BanDuration => duration in banDurations,
);
