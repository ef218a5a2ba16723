import { Link } from "@remix-run/react";
import { textLink } from "~/account/forms/account-card";

/** Says where the mails are on a site that runs without a mail server. */
export function OutboxNote({ page }: { page: string | null }) {
  if (page === null) return null;
  return (
    <p className="mt-4 text-[0.9375rem] text-muted">
      This site has no mail server: its emails are on{" "}
      <Link to={page} className={textLink}>
        {page}
      </Link>
      .
    </p>
  );
}
