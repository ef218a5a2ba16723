import { useSearchParams } from "@remix-run/react";
import { unfinished } from "~/account/sign-in/return-to";

/**
 * Says, after a fresh sign-in that a form asked for, that the form has to be sent once more. A page
 * that looks as before was taken for one whose change was made.
 */
export function SignedInAgain() {
  const [search] = useSearchParams();
  if (!search.has(unfinished)) return null;
  return (
    <p
      role="status"
      className="my-6 rounded-lg border border-line-strong bg-ink-900 px-4 py-3 text-[0.9375rem]"
    >
      You have signed in again. Nothing has been changed yet: choose the same action once more.
    </p>
  );
}
