import { homePageQuery, pageQuery, pageTypeQuery } from "../../blocks/queries";
import { aboutPageQuery } from "../about-page";
import { blogPageQuery } from "../blog-page";
import { careersPageQuery } from "../careers-page";
import { categoriesQuery } from "../category";
import { changelogQuery } from "../changelog-entry";
import { changelogPageQuery } from "../changelog-page";
import { contactPageQuery } from "../contact-page";
import { docsPageQuery } from "../docs-page";
import { callsOfPlanQuery, featureQuery } from "../feature";
import { featureCategoriesQuery } from "../feature-category";
import { jobOpeningQuery, jobOpeningsQuery } from "../job-opening";
import { legalPageQuery, legalPagesQuery } from "../legal-page";
import { noticeQuery } from "../notice";
import { plansQuery } from "../plan";
import { planComparisonQuery } from "../plan-comparison";
import { feedQuery, popularTagsQuery, postListQuery, postQuery, relatedPostsQuery } from "../post";
import { redirectQuery } from "../redirect";
import { securityPageQuery } from "../security-page";
import { siteSettingsQuery } from "../site-settings";
import { sitemapQuery } from "../sitemap";
import { solutionQuery, solutionsQuery } from "../solution";
import { solutionsPageQuery } from "../solutions-page";

/** Every query that a page sends. */
export const queries = {
  aboutPageQuery,
  blogPageQuery,
  callsOfPlanQuery,
  careersPageQuery,
  categoriesQuery,
  changelogQuery,
  changelogPageQuery,
  contactPageQuery,
  docsPageQuery,
  feedQuery,
  featureQuery,
  featureCategoriesQuery,
  homePageQuery,
  jobOpeningQuery,
  jobOpeningsQuery,
  legalPageQuery,
  legalPagesQuery,
  noticeQuery,
  pageQuery,
  pageTypeQuery,
  plansQuery,
  planComparisonQuery,
  popularTagsQuery,
  postListQuery,
  postQuery,
  relatedPostsQuery,
  redirectQuery,
  securityPageQuery,
  siteSettingsQuery,
  sitemapQuery,
  solutionQuery,
  solutionsQuery,
  solutionsPageQuery,
};
