import { defineQuery } from "groq";
import { featureCallFields } from "./feature";
import { imageFields, seoFields, wholeList } from "./fragments";

/** Inside a `solution`: its card. */
export const solutionCardFields = `
  _id,
  icon,
  title,
  "slug": slug.current,
  shortDescription,
  "tags": coalesce(tags, [])
`;

/** Inside a `solution`: its drawing. */
export const solutionImageField = `"image": details.image { ${imageFields} }` as const;

const pointFields = `_key, title, description`;

/** The cards of all solutions, in the editors' order. */
export const solutionsQuery = defineQuery(`
  *[_type == "solution" && defined(slug.current)] | order(orderRank, title) ${wholeList} {
    ${solutionCardFields},
    ${solutionImageField}
  }
`);

/** The solution with the slug `$slug`. */
export const solutionQuery = defineQuery(`
  *[_type == "solution" && slug.current == $slug][0]{
    ${solutionCardFields},
    _updatedAt,
    longDescription,
    details {
      overview,
      "keyFeatures": coalesce(keyFeatures[]{ ${pointFields} }, []),
      "benefits": coalesce(benefits[]{ ${pointFields} }, []),
      "exampleUseCases": coalesce(exampleUseCases[]{ ${pointFields} }, []),
      "relatedSolutions": coalesce(relatedSolutions[defined(@->_id)][0...20]->{ ${solutionCardFields} }, []),
      "recipe": coalesce(recipe[defined(@->codeExample.code)][0...20]->{ _id, ${featureCallFields} }, []),
      image { ${imageFields} }
    },
    seo { ${seoFields} }
  }
`);
