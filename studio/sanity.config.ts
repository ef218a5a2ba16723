import { codeInput } from "@sanity/code-input";
import { visionTool } from "@sanity/vision";
import { defineConfig, definePlugin } from "sanity";
import { structureTool } from "sanity/structure";
import { DraftBadge, VisibilityBadge } from "./badges";
import { RegistrationMark, studioTitle } from "./brand";
import { structure } from "./desk";
import { embeddedLake } from "./embedded-lake";
import { dataset, isHosted, projectId } from "./environment";
import { OpenPageAction } from "./open-page";
import { hasPage } from "./page-address";
import { studioTypes } from "./schema";
import { keepSingletons } from "./singletons";

const documents = definePlugin({
  name: "documents",
  document: {
    badges: () => [DraftBadge, VisibilityBadge],
    actions: (previous, context) => {
      const allowed = keepSingletons.actions(previous, context);
      return hasPage(context.schemaType) ? [...allowed, OpenPageAction] : allowed;
    },
    newDocumentOptions: keepSingletons.newDocumentOptions,
  },
});

export default defineConfig({
  ...(isHosted ? {} : embeddedLake),
  projectId,
  dataset,
  title: studioTitle,
  icon: RegistrationMark,
  schema: { types: studioTypes },
  plugins: [
    structureTool({ title: "Content", structure }),
    visionTool({ title: "Queries" }),
    codeInput(),
    documents(),
  ],
});
