import { Cookie } from "lucide-react";
import { ComingSoonForm } from "~/shell/coming-soon";
import { Button } from "~/ui/button";
import { manageCookiesNotice } from "./manage-cookies";

/** The button that will one day open the choice of cookies, and says where it is until then. */
export function ManageCookiesButton() {
  return (
    <ComingSoonForm notice={manageCookiesNotice} className="print:hidden">
      <Button type="submit" variant="outline">
        <Cookie aria-hidden />
        Manage Cookie Preferences
      </Button>
    </ComingSoonForm>
  );
}
