import { featureCategoryFields } from "./feature-category";
import { callToActionFields, codeFields, textBlockFields } from "./fragments";
import { planFields } from "./plan";
import { planComparisonFields } from "./plan-comparison";
import { solutionCardFields } from "./solution";

const headingFields = `heading, lead`;

/**
 * An example call, and the feature that it calls with the smallest plan that includes it: the page
 * must not show beside "Start free" what the Free plan refuses. The longest path counts: others may
 * begin with a shorter one.
 */
const sampleFields = `
  sample { ${codeFields} },
  "call": *[
    _type == "feature" && defined(endpoint.path) && defined(slug.current)
    && count(string::split(^.sample.code, endpoint.path)) > 1
  ] | order(length(endpoint.path) desc)[0]{
    title,
    "path": "/docs/" + slug.current,
    "plan": (availability[included == true || defined(text)].plan->{ name, price } | order(price))[0]
  }
` as const;

const iconCardFields = `_key, icon, title, description`;

/**
 * Inside a `homePage` or `page`: its sections in their order, with the documents that they show.
 */
export const sectionFields = `
  "sections": coalesce(
    sections[]{
      _key,
      _type,
      _type == "homeHero" => {
        eyebrow,
        headline,
        highlight,
        lead,
        primaryCta { ${callToActionFields} },
        secondaryCta { ${callToActionFields} },
        "facts": coalesce(facts[]{ _key, value, label }, []),
        ${sampleFields}
      },
      _type == "homeTrust" => {
        ${headingFields},
        "cards": coalesce(cards[]{ ${iconCardFields} }, [])
      },
      _type == "homeFeatures" => {
        ${headingFields},
        "tabs": coalesce(categories[defined(@->slug.current)]->slug.current, []),
        "categories": *[_type == "featureCategory"] | order(orderRank, title) {
          ${featureCategoryFields}
        }
      },
      _type == "homeHowItWorks" => {
        ${headingFields},
        "steps": coalesce(steps[]{ _key, title, description }, []),
        ${sampleFields}
      },
      _type == "homeSolutions" => {
        ${headingFields},
        "solutions": coalesce(solutions[defined(@->_id)]->{ ${solutionCardFields} }, []),
        callToAction { ${callToActionFields} }
      },
      _type == "homePricing" => {
        ${headingFields},
        "plans": coalesce(plans[defined(@->_id)]->{ ${planFields} }, []),
        note
      },
      _type == "homeFaq" => {
        ${headingFields},
        "questions": coalesce(
          questions[defined(@->_id)]->{
            _id,
            question,
            "answer": coalesce(answer[]{ ${textBlockFields} }, []),
            "answerText": pt::text(answer)
          },
          []
        )
      },
      _type == "homeApiDocs" => {
        ${headingFields},
        "cards": coalesce(
          cards[]{ ${iconCardFields}, callToAction { ${callToActionFields} } },
          []
        )
      },
      _type == "homeInfrastructure" => {
        ${headingFields},
        "cards": coalesce(cards[]{ ${iconCardFields} }, [])
      },
      _type == "homeFeaturesTable" => {
        ${headingFields},
        comparison->{ ${planComparisonFields} }
      },
      _type == "homeClosingCta" => {
        ${headingFields},
        primaryCta { ${callToActionFields} },
        secondaryCta { ${callToActionFields} },
        note
      }
    },
    []
  )
` as const;
