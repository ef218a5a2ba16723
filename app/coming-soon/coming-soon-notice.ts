import type { Toast } from "~/toasts/toast";

/** What is shown instead of doing something. */
export type Notice = Pick<Toast, "duration"> & { title: string; description: string };

/** The coming-soon notice. */
export const comingSoon: Notice = {
  title: "Feature Coming Soon!",
  description: "This feature is not implemented yet. Stay tuned.",
  duration: 3000,
};
