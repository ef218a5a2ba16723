import { LaunchIcon } from "@sanity/icons/Launch";
import type { DocumentActionComponent } from "sanity";
import { pagePath } from "../../schemas/paths/page-path";
import { visibilityOf } from "../../schemas/validation/visibility";

/** Opens the document's page on the live site in a new tab. */
export const OpenPageAction: DocumentActionComponent = ({ published }) => {
  const path = published ? pagePath(published) : undefined;
  const visible = published !== null && visibilityOf(published, new Date()) === "live";
  return {
    label: "Open page",
    icon: LaunchIcon,
    disabled: !path || !visible,
    title: path && visible ? path : "Visitors do not see this document now.",
    group: ["default", "paneActions"],
    onHandle: () => window.open(path, "_blank", "noopener"),
  };
};
