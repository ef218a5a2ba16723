import { archiveBases } from "../blog/archive-path";
import { places } from "../../schemas/paths/page-path";

/** What comes before the last segment of a page's path: "/", "/blog/" and so on. */
export const twinBases = [
  ...new Set(places.flatMap((place) => ("base" in place ? [place.base] : []))),
  ...archiveBases,
].filter((base) => base.endsWith("/"));
