import { Form, Link } from "@remix-run/react";
import { Suspense } from "react";
import { Avatar, avatarButtonClasses } from "~/ui/avatar";
import { lazyPart } from "~/ui/lazy-component";
import { useHydrated } from "~/ui/use-hydrated";
import { showsAdministration, showsComments, showsStudio, type ShellUser } from "./shell-user";

// Only signed-in users have this menu, and only scripts can give it arrow keys: it stays out of
// the page's own load.
const AccountDropdown = lazyPart(() => import("./account-dropdown"), PlainMenu);

interface AccountMenuProps {
  viewer: ShellUser;
  /** Opens the action modal "Profile Settings". */
  onProfile: () => void;
}

/**
 * The avatar with its menu. Until scripts have loaded, and without them, the browser's own
 * disclosure takes its place.
 */
export function AccountMenu(props: AccountMenuProps) {
  const { viewer } = props;
  const plain = <PlainMenu viewer={viewer} />;
  return useHydrated() ? (
    <Suspense fallback={plain}>
      <AccountDropdown {...props} />
    </Suspense>
  ) : (
    plain
  );
}

const entry =
  "flex min-h-9 w-full items-center rounded-md px-2.5 text-left hover:bg-surface-3 hover:text-foreground";

function PlainMenu({ viewer }: Pick<AccountMenuProps, "viewer">) {
  return (
    <details className="relative">
      <summary aria-label="Your account" className={avatarButtonClasses}>
        <Avatar name={viewer.fullName} src={viewer.avatarUrl} />
      </summary>
      <div className="absolute right-0 z-50 mt-1 grid w-52 rounded-lg border border-line-strong bg-surface p-1 text-[0.9375rem]">
        <Link to="/dashboard" className={entry}>
          Dashboard
        </Link>
        {showsAdministration(viewer) && (
          <Link to="/admin" className={entry}>
            Admin
          </Link>
        )}
        {showsComments(viewer) && (
          <Link to="/admin/comments" className={entry}>
            Comments
          </Link>
        )}
        {showsStudio(viewer) && (
          <a href="/studio" className={entry}>
            Studio
          </a>
        )}
        <Link to="/dashboard/profile" className={entry}>
          Profile
        </Link>
        <Form method="post" action="/logout">
          <button type="submit" className={entry}>
            Log out
          </button>
        </Form>
      </div>
    </details>
  );
}
