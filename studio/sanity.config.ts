import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
import { schemaTypes } from "../schemas";
import { dataset, projectId } from "./environment";

export default defineConfig({
  projectId,
  dataset,
  title: "Platen Studio",
  schema: { types: schemaTypes },
  plugins: [structureTool()],
});
