import { mailtoAddress } from "~/contact/mailto";

/** Where a general application goes: the contact form with its subject filled in. */
export const generalApplication = {
  label: "Submit General Application",
  href: "/contact?subject=GeneralApplication",
};

/**
 * Where an application for one opening goes: a mail whose subject says which.
 *
 * @param to the address for applications; without one the contact form takes them
 */
export function applicationLink(
  to: string | null | undefined,
  job: { id: string; title: string | null },
): string {
  if (!to) return generalApplication.href;
  return mailtoAddress(to, { subject: `Application: ${job.title ?? "Opening"} (${job.id})` });
}
