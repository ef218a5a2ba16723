import { describe, expect, test } from "vitest";
import { schemaTypes, singletonTypes } from ".";
import { definitions, resolved, type Definition } from "./definition";
import { linkableTypes } from "./fields/link";

/** The document types that editors fill in, with the fields that the specification requires. */
const entities: Record<string, string[]> = {
  solution: ["slug", "title", "shortDescription", "longDescription", "icon", "tags", "details"],
  feature: ["icon", "title", "desc", "codeExample", "apiDocLink", "badgeText", "isSolutionLink"],
  plan: [
    ...["name", "price", "period", "credits", "features", "popular", "ctaText", "ctaLink"],
    ...["isEnterprise", "id"],
  ],
  planComparison: ["columns", "groups"],
  changelogEntry: ["version", "date", "type", "icon", "title", "description", "changes", "tags"],
  teamMember: ["name", "role", "bio", "isFounder", "delay"],
  timelineItem: ["year", "event", "description"],
  post: [
    ...["slug", "title", "excerpt", "category", "tags", "date", "author", "authorRole"],
    ...["authorImage", "image", "readTime", "content", "views", "likes", "comments"],
  ],
  jobOpening: [
    ...["id", "title", "location", "department", "type", "summary", "responsibilities"],
    ...["qualifications", "benefits", "postedDate"],
  ],
  legalPage: ["slug", "title", "lastUpdated", "intro", "sections"],
  legalSection: ["id", "title", "content", "subsections"],
  legalSubsection: ["title", "content"],
  change: ["type", "text"],
  comparisonRow: ["name", "values"],
};

const fieldNames = (type: Definition | undefined) => (type?.fields ?? []).map(({ name }) => name);

/** Every field and array member of a type, however deep. */
const nested = (type: Definition): Definition[] =>
  [...(type.fields ?? []), ...(type.of ?? [])].flatMap((inner) => [inner, ...nested(inner)]);

const intrinsic = new Set([
  ...["array", "block", "boolean", "date", "datetime", "document", "file", "image", "number"],
  ...["object", "reference", "slug", "string", "text", "url"],
]);

describe("the content model", () => {
  test.each(Object.entries(entities))(
    "has %s with the fields of the specification",
    (name, fields) => {
      expect(fieldNames(definitions.get(name))).toEqual(expect.arrayContaining(fields));
    },
  );

  test("gives a solution the details of the specification", () => {
    const details = definitions.get("solution")?.fields?.find(({ name }) => name === "details");
    expect(fieldNames(details)).toEqual([
      ...["overview", "keyFeatures"],
      // Not in the specification: the calls that do it.
      "recipe",
      ...["benefits", "exampleUseCases", "relatedSolutions", "image"],
    ]);
  });

  test("defines every type once", () => {
    const names = schemaTypes.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("defines every field of a type once", () => {
    for (const type of definitions.values()) {
      for (const part of [type, ...nested(type)]) {
        const names = fieldNames(part);
        expect(names, type.name).toEqual([...new Set(names)]);
      }
    }
  });

  test("refers only to existing types", () => {
    for (const type of definitions.values()) {
      for (const part of nested(type)) {
        const known = intrinsic.has(part.type) || definitions.has(part.type);
        expect(known, `${type.name}: ${part.type}`).toBe(true);
        for (const target of part.to ?? []) {
          expect(definitions.get(target.type)?.type, `${type.name}: ${target.type}`).toBe(
            "document",
          );
        }
      }
    }
  });

  test("does not replace the rules of named types by a field's own", () => {
    for (const type of definitions.values()) {
      for (const field of nested(type)) {
        const isReplaced = field.validation && definitions.get(field.type)?.validation;
        expect(Boolean(isReplaced), `${type.name}: ${field.name}`).toBe(false);
      }
    }
  });

  test("has a document for every singleton and for every page that a link can choose", () => {
    for (const name of [...singletonTypes, ...linkableTypes]) {
      expect(definitions.get(name)?.type, name).toBe("document");
    }
  });

  test("requires alternative text wherever a picture is allowed, but for the logo, which is the name", () => {
    for (const type of definitions.values()) {
      for (const part of nested(type).map(resolved)) {
        if (part.type === "image" && part.name !== "logo")
          expect(fieldNames(part), type.name).toContain("alt");
      }
    }
  });

  test("offers the release and change types of the specification", () => {
    const listOf = (type: string, field: string) =>
      definitions.get(type)?.fields?.find(({ name }) => name === field)?.options?.list;
    expect(listOf("changelogEntry", "type")).toEqual([
      ...["Feature Release", "Maintenance Update", "Major Version Release", "Improvement Release"],
    ]);
    expect(listOf("change", "type")).toEqual(["New", "Improvement", "Fix", "Security", "Breaking"]);
  });
});
