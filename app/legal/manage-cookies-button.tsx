import { ComingSoonForm } from "~/shell/coming-soon";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { manageCookiesNotice } from "./manage-cookies";

/** The button that will one day open the choice of cookies, and says where it is until then. */
export function ManageCookiesButton() {
  return (
    <ComingSoonForm notice={manageCookiesNotice} className="print:hidden">
      <Button type="submit" variant="outline">
        <Icon name="cookie" />
        Manage Cookie Preferences
      </Button>
    </ComingSoonForm>
  );
}
