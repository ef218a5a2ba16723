import { homePageQuery, pageQuery, pageTypeQuery } from "../../blocks/queries";
import { aboutPageQuery } from "../queries/about-page";
import { blogPageQuery } from "../queries/blog-page";
import { careersPageQuery } from "../queries/careers-page";
import { categoriesQuery } from "../queries/category";
import { changelogFeedQuery, changelogQuery } from "../queries/changelog-entry";
import { changelogPageQuery } from "../queries/changelog-page";
import { contactPageQuery } from "../queries/contact-page";
import { docsPageQuery } from "../queries/docs-page";
import { callsOfPlanQuery, featureQuery, operationNamesQuery } from "../queries/feature";
import { featureCategoriesQuery } from "../queries/feature-category";
import { jobOpeningQuery, jobOpeningsQuery, openingsFeedQuery } from "../queries/job-opening";
import { legalPageQuery, legalPagesQuery } from "../queries/legal-page";
import { noticeQuery } from "../queries/notice";
import { plansQuery } from "../queries/plan";
import { planComparisonQuery } from "../queries/plan-comparison";
import {
  feedQuery,
  articleTitlesQuery,
  postListQuery,
  postQuery,
  relatedPostsQuery,
  topicsQuery,
} from "../queries/post";
import { redirectQuery } from "../queries/redirect";
import { searchDocumentsQuery, searchVersionsQuery } from "../queries/search";
import { securityPageQuery } from "../queries/security-page";
import {
  contactFormQuery,
  crawlersQuery,
  engagementQuery,
  planActivationQuery,
  siteSettingsQuery,
} from "../queries/site-settings";
import { sitemapQuery } from "../queries/sitemap";
import { solutionQuery, solutionsQuery } from "../queries/solution";
import { solutionsPageQuery } from "../queries/solutions-page";

/** Every query that a page sends. */
export const queries = {
  aboutPageQuery,
  articleTitlesQuery,
  blogPageQuery,
  callsOfPlanQuery,
  careersPageQuery,
  categoriesQuery,
  changelogFeedQuery,
  changelogQuery,
  changelogPageQuery,
  contactPageQuery,
  contactFormQuery,
  crawlersQuery,
  engagementQuery,
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
  openingsFeedQuery,
  operationNamesQuery,
  pageQuery,
  pageTypeQuery,
  planActivationQuery,
  plansQuery,
  planComparisonQuery,
  postListQuery,
  postQuery,
  relatedPostsQuery,
  redirectQuery,
  searchDocumentsQuery,
  searchVersionsQuery,
  securityPageQuery,
  siteSettingsQuery,
  sitemapQuery,
  solutionQuery,
  solutionsQuery,
  solutionsPageQuery,
  topicsQuery,
};
