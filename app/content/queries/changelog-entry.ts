import { defineQuery } from "groq";
import { isShown, wholeList } from "./fragments";

const isShownRelease = `_type == "changelogEntry" && defined(version) && ${isShown}` as const;

/** Inside a `changelogEntry`: the release with its changes. */
const releaseFields = `
  _id,
  version,
  date,
  type,
  icon,
  title,
  description,
  "changes": coalesce(changes[]{ _key, type, text }, []),
  "tags": coalesce(tags, [])
`;

/** The releases that visitors may see at the time `$now`, newest first. */
export const changelogQuery = defineQuery(`
  *[${isShownRelease}] | order(date desc, version desc) ${wholeList} { ${releaseFields} }
`);

/** The newest releases, for the feed. Parameter: now. */
export const changelogFeedQuery = defineQuery(`
  *[${isShownRelease}] | order(date desc, version desc) [0...20] { _updatedAt, ${releaseFields} }
`);
