import { sitePlace } from "~/article/site-place.server";
import { plansQuery } from "~/content/queries/plan";
import { readContent } from "~/content/reading/read.server";

/** The plans for programs: the same documents that the pricing cards show. */
export async function loader() {
  const plans = await readContent(plansQuery);
  return Response.json({
    url: `${sitePlace().origin}/pricing`,
    currency: "USD",
    plans: plans.map(
      ({ id, name, description, price, isStartingPrice, period, credits, features, limits }) => ({
        ...{ id, name, description, price, isStartingPrice, currency: "USD", period, credits },
        ...{ features, limits },
      }),
    ),
  });
}
