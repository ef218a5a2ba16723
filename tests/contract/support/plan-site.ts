import { type ServedLake, serveLake, tokens } from "@platen/content-lake/testing/serve";
import { seed } from "../../../app/content/testing/seed";
import { type AccountSite, openAccountSite } from "./account-site";

/** The accounts, with a lake that contains the plans. */
export interface PlanSite extends AccountSite {
  lake: ServedLake;
}

/** What accounts read of the lake. Features are included without their other references. */
const known = ["plan", "planComparison", "siteSettings", "featureCategory", "feature"];

/**
 * Starts the accounts and a lake with the plans of the seed. Import modules of app/ only
 * afterward, as there.
 */
export async function openPlanSite(
  settings?: Parameters<typeof openAccountSite>[0],
): Promise<PlanSite> {
  const site = await openAccountSite(settings);
  const lake = await serveLake();
  Object.assign(process.env, { SANITY_API_HOST: lake.url, SANITY_API_TOKEN: tokens.readToken });
  const writing = lake.client().transaction();
  for (const { _id, _type, ...fields } of seed) {
    if (!known.includes(String(_type))) continue;
    const document = { _id: String(_id), _type: String(_type), ...fields };
    writing.createOrReplace({ ...document, longDescription: undefined, solution: undefined });
  }
  await writing.commit();
  return {
    ...site,
    lake,
    async close() {
      await lake.close();
      await site.close();
    },
  };
}
