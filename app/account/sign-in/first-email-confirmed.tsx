import { AccountCard } from "~/account/forms/account-card";

/** Says that one of the two email addresses of a change has confirmed it. */
export function HalfWay() {
  return (
    <AccountCard
      title="One more confirmation"
      lead={
        <span role="status">
          This address is confirmed. Now open the mail that we have sent to the other one: then your
          account moves.
        </span>
      }
    />
  );
}
