import { aboutPageQuery } from "../aboutPage";
import { blogPageQuery } from "../blogPage";
import { careersPageQuery } from "../careersPage";
import { categoriesQuery } from "../category";
import { changelogQuery } from "../changelogEntry";
import { changelogPageQuery } from "../changelogPage";
import { contactPageQuery } from "../contactPage";
import { docsPageQuery } from "../docsPage";
import { callsOfPlanQuery, featureQuery } from "../feature";
import { featureCategoriesQuery } from "../featureCategory";
import { homePageQuery } from "../homePage";
import { jobOpeningQuery, jobOpeningsQuery } from "../jobOpening";
import { legalPageQuery, legalPagesQuery } from "../legalPage";
import { noticeQuery } from "../notice";
import { pageQuery } from "../page";
import { plansQuery } from "../plan";
import { planComparisonQuery } from "../planComparison";
import { feedQuery, popularTagsQuery, postListQuery, postQuery, relatedPostsQuery } from "../post";
import { redirectQuery } from "../redirect";
import { securityPageQuery } from "../securityPage";
import { siteSettingsQuery } from "../siteSettings";
import { sitemapQuery } from "../sitemap";
import { solutionQuery, solutionsQuery } from "../solution";
import { solutionsPageQuery } from "../solutionsPage";

/** Every query that a page asks. */
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
