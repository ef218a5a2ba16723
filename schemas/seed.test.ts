import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { singletonTypes } from ".";
import { checkContent, errorKinds } from "./content-check";
import { definitions, resolved, type Definition } from "./definition";
import { problemsOf } from "./validation/document-check";

const folder = "content";
const files = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });

/** Sanity's import puts the uploaded file where `_sanityAsset` is. */
const withAssets = (line: string) =>
  line.replaceAll(/"_sanityAsset":("[^"]*")/g, '"asset":{"_type":"reference","_ref":$1}');

const documents = files.flatMap((file) =>
  readFileSync(`${folder}/${file}`, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ file, line, document: documentSchema.parse(JSON.parse(withAssets(line))) })),
);
const typeOf = new Map(documents.map(({ document }) => [document._id, document._type]));

/** Every `_ref` in a document; that of an asset still contains its file name. */
const references = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  const own = "_ref" in value && typeof value._ref === "string" ? [value._ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
};
const isAsset = (id: string) => /^(image|file)@/.test(id);
const assetPaths = (value: string) =>
  [...value.matchAll(/"_sanityAsset":"(?:image|file)@file:\/\/\.\/([^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );

/** The slug fields of a type, which no two of its documents may share. */
const slugFields = (type: Definition | undefined) =>
  (type?.fields ?? []).filter((field) => resolved(field).type === "slug").map(({ name }) => name);

describe("the blank seed", () => {
  const blank = readFileSync(`${folder}/blank/documents.ndjson`, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => documentSchema.parse(JSON.parse(line)));

  test.each(blank.map((document) => [document._id, document] as const))(
    "%s can be published unchanged",
    (_, document) => {
      expect(problemsOf(document)).toEqual([]);
    },
  );

  test("refers only to documents that it contains, and has none of the company of the sample", () => {
    const ids = new Set(blank.map(({ _id }) => _id));
    for (const id of blank.flatMap(references)) expect(ids).toContain(id);
    expect(JSON.stringify(blank)).not.toMatch(/platen|press/i);
  });
});

describe("the seed", () => {
  test("has one file per type, named after it", () => {
    expect(files.length).toBeGreaterThan(20);
    for (const { file, document } of documents) {
      expect(`${document._type}.ndjson`, document._id).toBe(file);
    }
  });

  test.each(documents.map(({ document }) => [document._id, document] as const))(
    "%s can be published unchanged",
    (_, document) => {
      expect(problemsOf(document)).toEqual([]);
    },
  );

  test("has unique document ids", () => {
    expect(typeOf.size).toBe(documents.length);
  });

  test("refers only to documents and files that it contains", () => {
    for (const { document, line } of documents) {
      const missing = references(document).filter((id) => !isAsset(id) && !typeOf.has(id));
      expect(missing, document._id).toEqual([]);
      for (const path of assetPaths(line)) {
        expect(readFileSync(`${folder}/${path}`).length, path).toBeGreaterThan(0);
      }
    }
  });

  test("has unique slugs per type", () => {
    const addresses = documents.flatMap(({ document }) =>
      slugFields(definitions.get(document._type)).map(
        (field) => `${document._type} ${JSON.stringify(document[field ?? ""])}`,
      ),
    );
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  test("passes the content check", () => {
    const assets = documents
      .flatMap(({ document }) => references(document))
      .filter(isAsset)
      .map((_id) => ({ _id, _type: "sanity.imageAsset" }));
    const all = [...documents.map(({ document }) => document), ...assets];
    const found = checkContent(all, new Date()).filter(({ kind }) => errorKinds.has(kind));
    expect(found).toEqual([]);
  });

  test("has every singleton under the id that the site requests", () => {
    expect(singletonTypes.filter((name) => typeOf.get(name) !== name)).toEqual([]);
  });

  test("names no hosts outside the reserved domains", () => {
    for (const { document, line } of documents) {
      const hosts = [...line.matchAll(/(?:https?:\/\/|[\w.]@)([a-z0-9.-]+\.[a-z]{2,})/gi)].map(
        ([, host]) => host ?? "",
      );
      const outside = hosts.filter(
        (host) => !/\.(example|test|invalid)$|(^|\.)example\.(com|net|org)$/.test(host),
      );
      expect(outside, document._id).toEqual([]);
    }
  });
});
