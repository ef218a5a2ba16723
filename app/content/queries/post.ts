import { defineQuery } from "groq";
import { articleBodyFields, imageFields, isShown, seoFields } from "./fragments";

/** Inside a filter: an article that visitors may see at the time `$now`. */
const isShownPost = `_type == "post" && defined(slug.current) && ${isShown}` as const;

/**
 * Inside a filter: `$category` (a slug, empty for all) is the category, and one of `$tags` (none
 * for all) is a tag.
 */
const isInArchive = `
  ($category == "" || category->slug.current == $category)
  && (count($tags) == 0 || count(tags[0...20][@ in $tags]) > 0)
` as const;

/**
 * Inside a filter: as above, and `$search` (empty for all) is part of the title, the excerpt or a
 * tag, in any case. `match` compares words; splitting finds parts of words too.
 */
const isFound = `
  ${isInArchive}
  && (
    $search == ""
    || count(string::split(lower(title), lower($search))) > 1
    || count(string::split(lower(excerpt), lower($search))) > 1
    || count(tags[0...20][count(string::split(lower(@), lower($search))) > 1]) > 0
  )
` as const;

/**
 * Inside a `post`: its card. `readTime` is the editor's number of minutes, `wordCount` the basis of
 * the estimate otherwise, counted as `countWords` in schemas/validation/reading-time.ts: paragraphs
 * are joined by empty lines.
 */
const postCardFields = `
  _id,
  title,
  "slug": slug.current,
  excerpt,
  date,
  "tags": coalesce(tags[0...20], []),
  "category": category->{ title, "slug": slug.current },
  "authorName": coalesce(author->name, legacyAuthor),
  image { ${imageFields} },
  readTime,
  "wordCount": count(
    string::split(array::join(string::split(pt::text(content), "\\n"), " "), " ")[@ != ""]
  )
` as const;

/**
 * The cards from `$from` to before `$to`, newest first, and how many articles match in all.
 * Parameters: now, search, category, tags, from, to.
 */
export const postListQuery = defineQuery(`
  {
    "posts": *[${isShownPost} && ${isFound}] | order(date desc, _id) [$from...$to] { ${postCardFields} },
    "total": count(*[${isShownPost} && ${isFound}])
  }
`);

/**
 * The tags and the slugs of the categories of all articles, those of the newest first. Names of
 * members keep tags from being typeset: a query finds them only as they were typed. Parameter: now.
 */
export const topicsQuery = defineQuery(`
  {
    "tags": array::unique(
      *[${isShownPost} && defined(tags)] | order(date desc, _id) [0...10000] { "tags": tags[0...20] }.tags[]
    )[defined(@)][0...1000],
    "categories": array::unique(*[${isShownPost}].category->slug.current)[defined(@)][0...1000]
  }
`);

/** The article with the slug `$slug`, if visitors may see it at the time `$now`. */
export const postQuery = defineQuery(`
  *[${isShownPost} && slug.current == $slug][0]{
    ${postCardFields},
    _updatedAt,
    "categoryId": category._ref,
    "author": {
      "name": coalesce(author->name, legacyAuthor),
      "role": coalesce(authorRole, author->role),
      "bio": author->bio,
      "image": coalesce(author->image, authorImage) { ${imageFields} }
    },
    "content": coalesce(content[]{ ${articleBodyFields} }, []),
    views,
    "likes": coalesce(likes, 0),
    "comments": coalesce(comments, 0),
    "commentsClosed": coalesce(commentsClosed, false),
    seo { ${seoFields} }
  }
`);

/**
 * The three newest articles of the category with the id `$categoryId`: whichever of them is being
 * read, two others are left. The query does not name that article, because all
 * articles of the category share the result, and the query scans each of them. Parameters: now,
 * categoryId.
 */
export const relatedPostsQuery = defineQuery(`
  *[${isShownPost} && category._ref == $categoryId]
    | order(date desc, _id) [0...3] { ${postCardFields} }
`);

/** Titles and slugs of the articles with the ids `$ids`, shown or not: for moderators. */
export const articleTitlesQuery = defineQuery(`
  *[_type == "post" && _id in $ids][0...50] { _id, title, "slug": slug.current }
`);

/** The newest articles with their whole text, for a feed. Parameters: now, category, tags. */
export const feedQuery = defineQuery(`
  *[${isShownPost} && ${isInArchive}] | order(date desc, _id) [0...20] {
    _updatedAt,
    title,
    "slug": slug.current,
    excerpt,
    date,
    "tags": coalesce(tags[0...20], []),
    "category": category->title,
    "authorName": coalesce(author->name, legacyAuthor),
    "content": coalesce(content[]{ ${articleBodyFields} }, [])
  }
`);
