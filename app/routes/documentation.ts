import { redirect } from "@remix-run/node";

/** The URL of the Documentation item, whose dialog needs scripts, and of links in articles. */
export function loader() {
  return redirect("/docs", 301);
}
