import { Button } from "~/ui/button";
import { Panel } from "./dashboard-page";

/** The link to a file with everything. */
export function DownloadPanel() {
  return (
    <Panel title="Export your data">
      <p className="max-w-2xl text-[0.9375rem] text-muted">
        One JSON file with your profile and picture, second factors by name, sessions, the sign-ins
        of 90 days, plan and requests, API keys without their secrets, every entry of your credits,
        and what administrators did to your account.
      </p>
      <Button asChild size="sm" variant="outline" className="mt-5">
        {/* A plain link: the response is a file, not a page. */}
        <a href="/dashboard/data/download">Download my data</a>
      </Button>
    </Panel>
  );
}
