import { defineQuery } from "groq";
import { isShown, wholeList } from "./fragments";

/** The releases that visitors may see at the time `$now`, newest first. */
export const changelogQuery = defineQuery(`
  *[_type == "changelogEntry" && defined(version) && ${isShown}] | order(date desc, version desc) ${wholeList} {
    _id,
    version,
    date,
    type,
    icon,
    title,
    description,
    "changes": coalesce(changes[]{ _key, type, text }, []),
    "tags": coalesce(tags, [])
  }
`);
