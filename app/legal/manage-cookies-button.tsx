import { ComingSoonForm } from "~/coming-soon/coming-soon";
import { showPreferences } from "~/consent/cookie-preferences-store";
import { useRootData } from "~/document/root-data";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { manageCookiesNotice } from "./manage-cookies";

/**
 * The button that opens the cookie preferences: consent can be taken back as easily as it is given.
 */
export function ManageCookiesButton() {
  const opens = useRootData().site?.cookieButton !== "notice";
  return (
    <ComingSoonForm
      notice={manageCookiesNotice}
      instead={opens ? () => showPreferences(true) : undefined}
      className="print:hidden"
    >
      <Button type="submit" variant="outline">
        <Icon name="cookie" />
        Manage Cookie Preferences
      </Button>
    </ComingSoonForm>
  );
}
