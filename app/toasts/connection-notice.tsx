import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { toastPlace } from "./toast-place";
import type { LostConnection } from "~/connection/use-lost-connection";

/** Forms whose failure has its own title. */
const titles: Record<string, string> = {
  "/login": "Sign in Failed",
  "/signup": "Sign up Failed",
  "/logout": "Sign out Failed",
};

/**
 * The toast of a lost connection or a rate limit. In the scripts of every page: without a
 * connection none can be loaded.
 */
export function ConnectionNotice({ lost }: { lost: LostConnection }) {
  return (
    <div role="alert" data-print="hide" className={toastPlace}>
      <div className="grid grid-cols-[auto_1fr] gap-3 rounded-lg border border-bad/40 bg-surface-2 p-4">
        <Icon name="circle-alert" className="mt-0.5 size-5 text-bad" />
        <div className="min-w-0">
          <p className="font-semibold">
            {titles[lost.form ?? ""] ?? (lost.seconds > 0 ? "Too many requests" : "No connection")}
          </p>
          <p className="mt-0.5 text-[0.9375rem] text-muted">{reason(lost)}</p>
          <Button size="sm" variant="outline" className="mt-3" onClick={lost.tryAgain}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  );
}

function reason({ form, offline, seconds }: LostConnection): string {
  if (offline) return `You are offline. ${whenOnline(form)}`;
  if (seconds === 0)
    return "The site could not be reached. This page stays as it is; please try again.";
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return `This page stays as it is; please try again in ${wait}.`;
}

/** What goes on by itself: nobody should be surprised by a form that is sent minutes later. */
function whenOnline(form: string | null): string {
  if (form === null) return "The page opens once you are back online.";
  if (form === "/logout") return "You will be signed out once you are back online.";
  return "The form will be sent once you are back online, unless you change it.";
}
