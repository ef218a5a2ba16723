import type { Toast } from "./toasts";

/** The coming-soon notice. */
export const comingSoon = {
  title: "Feature Coming Soon!",
  description: "This feature is not implemented yet. Stay tuned.",
  duration: 3000,
} satisfies Toast;
