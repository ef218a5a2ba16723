import { AccountCard } from "~/account/forms/account-card";
import { OutboxNote } from "./outbox-note";

/** Says that one of the two email addresses of a change has confirmed it. */
export function FirstEmailConfirmed({ outbox }: { outbox: string | null }) {
  return (
    <AccountCard
      title="One more confirmation"
      lead={
        <span role="status">
          This address is confirmed. Now open the email that we have sent to the other one: then
          your account moves.
        </span>
      }
    >
      {outbox && <OutboxNote page={outbox} />}
    </AccountCard>
  );
}
