import { defineQuery } from "groq";
import { articleBodyFields, imageFields, isShown, seoFields } from "./fragments";

/** Inside a filter: an article that visitors may see at the time `$now`. */
const isShownPost = `_type == "post" && defined(slug.current) && ${isShown}` as const;

/**
 * Inside a filter: `$search` (empty for all) is part of the title, the excerpt or a tag, in any
 * case, and `$category` (a slug, empty for all) is the category. `match` compares words; splitting
 * finds parts of words too.
 */
const isFound = `
  ($category == "" || category->slug.current == $category)
  && (
    $search == ""
    || count(string::split(lower(title), lower($search))) > 1
    || count(string::split(lower(excerpt), lower($search))) > 1
    || count(tags[count(string::split(lower(@), lower($search))) > 1]) > 0
  )
`;

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
  "tags": coalesce(tags, []),
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
 * Parameters: now, search, category, from, to.
 */
export const postListQuery = defineQuery(`
  {
    "posts": *[${isShownPost} && ${isFound}] | order(date desc, _id) [$from...$to] { ${postCardFields} },
    "total": count(*[${isShownPost} && ${isFound}])
  }
`);

/** The first eight distinct tags, those of the newest articles first. Parameter: now. */
export const popularTagsQuery = defineQuery(`
  array::unique(*[${isShownPost} && defined(tags)] | order(date desc, _id) { tags }.tags[])[defined(@)][0...8]
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

/** The newest articles with their whole text, for the feed. Parameter: now. */
export const feedQuery = defineQuery(`
  *[${isShownPost}] | order(date desc, _id) [0...20] {
    _updatedAt,
    title,
    "slug": slug.current,
    excerpt,
    date,
    "tags": coalesce(tags, []),
    "category": category->title,
    "authorName": coalesce(author->name, legacyAuthor),
    "content": coalesce(content[]{ ${articleBodyFields} }, [])
  }
`);
