import { mailtoUrl } from "~/contact/mailto";

/** The URL for a general application: the contact form with its subject filled in. */
export const generalApplication = {
  label: "Submit General Application",
  href: "/contact?subject=GeneralApplication",
};

/**
 * The URL for an application for one opening: a mail whose subject names it.
 *
 * @param to the email address for applications; without one the contact form takes them
 */
export function applicationLink(
  to: string | null | undefined,
  job: { id: string; title: string | null },
): string {
  if (!to) return generalApplication.href;
  return mailtoUrl(to, { subject: `Application: ${job.title ?? "Opening"} (${job.id})` });
}
