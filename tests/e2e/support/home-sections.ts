import type { Page } from "@playwright/test";

/** The home page's section with this id: what a link to it shows. */
export const section = (page: Page, id: string) => page.locator(`section#${id}`);
