import { aboutPage } from "./aboutPage";
import { blogPage } from "./blogPage";
import { careersPage } from "./careersPage";
import { changelogPage } from "./changelogPage";
import { contactPage } from "./contactPage";
import { docsPage } from "./docsPage";
import { homePage } from "./homePage";
import { securityPage } from "./securityPage";
import { solutionsPage } from "./solutionsPage";

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
