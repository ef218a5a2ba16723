import { isAmong, personalSegments } from "~/route-facts";
import { twinBases } from "./twin-bases";

/** A page whose content is the visitor's own search. */
const pagesWithoutTwin = ["/search"];

/**
 * Whether a page at this path, if there is one, has a Markdown twin. With parameters it may show
 * less than its twin.
 */
export function hasTwin(path: string): boolean {
  if (path === "/") return true;
  const at = path.lastIndexOf("/") + 1;
  const slug = path.slice(at);
  return (
    slug !== "" &&
    !/[.?#]/.test(slug) &&
    !pagesWithoutTwin.includes(path) &&
    twinBases.includes(path.slice(0, at)) &&
    !isAmong(personalSegments, path)
  );
}
