import { createContext, useContext, type ReactNode } from "react";

/** What was typed before a fresh sign-in was asked for; null when none was. */
type Typed = Record<string, string> | null;

const TypedBefore = createContext<Typed>(null);

/**
 * Says, after a fresh sign-in that a form asked for, that the form has to be sent once more, and
 * has the page fill in what was typed. A page that looks as before was taken for one whose change
 * was made.
 *
 * @param props.typed as the server has verified it, never as the URL has it: links are written by
 * anyone
 */
export function SignedInAgain({ typed, children }: { typed: Typed; children: ReactNode }) {
  return (
    <TypedBefore.Provider value={typed}>
      {typed && (
        <p
          role="status"
          className="my-6 rounded-lg border border-line-strong bg-surface px-4 py-3 text-[0.9375rem]"
        >
          You have signed in again. Nothing has been changed yet: choose the same action once more.
        </p>
      )}
      {children}
    </TypedBefore.Provider>
  );
}

/** What was typed on this page before a fresh sign-in, by the names of the fields. */
export const useTypedBefore = (): Record<string, string | undefined> =>
  useContext(TypedBefore) ?? {};
