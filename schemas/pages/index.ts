import { aboutPage } from "./about-page";
import { blogPage } from "./blog-page";
import { careersPage } from "./careers-page";
import { changelogPage } from "./changelog-page";
import { contactPage } from "./contact-page";
import { docsPage } from "./docs-page";
import { homePage } from "./home-page";
import { securityPage } from "./security-page";
import { solutionsPage } from "./solutions-page";

/** The texts of single pages. */
export const pageTypes = [
  homePage,
  solutionsPage,
  docsPage,
  blogPage,
  aboutPage,
  careersPage,
  changelogPage,
  contactPage,
  securityPage,
];
