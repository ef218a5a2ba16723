import { codeInput } from "@sanity/code-input";
import { createWorkspaceFromConfig, validateDocument, type Path, type Workspace } from "sanity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { schemaTypes } from "../schemas";
import { checkContent } from "../schemas/content-check";
import { problemsOf } from "../schemas/validation/document-check";
import { serveNewLake } from "../tests/contract/support/new-lake";

type Document = z.infer<typeof documentShape>;
const documentShape = z.looseObject({ _id: z.string(), _type: z.string() });

let served: Awaited<ReturnType<typeof serveNewLake>>;
let workspace: Workspace;
/** The content of a new site: the documents of editors, and those with their pictures. */
let content: Document[];
let everything: Document[];

beforeAll(async () => {
  served = await serveNewLake();
  everything = z.array(documentShape).parse(await served.client().fetch("*"));
  content = everything.filter(({ _type }) => !_type.startsWith("sanity."));
  workspace = await createWorkspaceFromConfig({
    name: "default",
    title: "Studio",
    basePath: "/",
    projectId: "local",
    dataset: "production",
    schema: { types: schemaTypes },
    plugins: [codeInput()],
    getClient: () => served.client(),
    currentUser: {
      id: "editor",
      name: "Editor",
      email: "editor@platen.example",
      role: "",
      roles: [],
    },
  });
});
afterAll(() => served.close());

const step = (part: Path[number]) => (typeof part === "string" ? `.${part}` : "[]");

/** The validation messages of a document's form, by Sanity's own rules. */
async function saidByForm(document: Document): Promise<string[]> {
  const markers = await validateDocument({
    document: { _rev: "", _createdAt: "", _updatedAt: "", ...document },
    workspace,
    getClient: (options) => served.client(options),
  });
  return markers.map(({ level, path, message }) => {
    const place = path.map(step).join("").replace(/^\./, "");
    return `${document._type} ${level} ${place}: ${message}`;
  });
}

const saidByForms = async (documents: Document[]) =>
  (await Promise.all(documents.map(saidByForm))).flat();

const saidByCheck = (document: Document): string[] =>
  problemsOf(document).map(
    ({ level, path, message }) =>
      `${document._type} ${level} ${path.replaceAll(/\[\d+\]/g, "[]")}: ${message}`,
  );

test("the forms of a new site show no message, and neither does the content check", async () => {
  expect(content.length).toBeGreaterThan(100);
  expect(await saidByForms(content)).toEqual([]);
  expect(checkContent(everything, new Date())).toEqual([]);
});

test("a slug that another document has is refused once, with a message", async () => {
  const [first, second] = content.filter(({ _type }) => _type === "post");
  if (!first || !second) throw new Error("A new site has articles.");
  expect(await saidByForm({ ...first, slug: second.slug })).toEqual([
    `post error slug: “${second.title}” has this slug already. Choose another one.`,
  ]);
});

/** The validation messages of a document's form while drafts of others exist. */
async function saidBeside(drafts: Document[], document: Document) {
  const lake = served.client();
  for (const draft of drafts) await lake.createOrReplace({ ...draft, _id: `drafts.${draft._id}` });
  try {
    return await saidByForm(document);
  } finally {
    for (const { _id } of drafts) await lake.delete(`drafts.${_id}`);
  }
}

const find = (id: string) => {
  const document = content.find(({ _id }) => _id === id);
  if (!document) throw new Error(`A new site has ${id}.`);
  return document;
};

test("a published slug stays taken until the draft that changes it is published", async () => {
  const developer = find("plan-developer");
  const business = find("plan-business");
  const notPopular = { ...developer, popular: false };
  expect(await saidBeside([notPopular], { ...business, popular: true })).toEqual([
    "plan error popular: “Developer” is the most popular plan already. There can be one.",
  ]);
  const renamed = { ...developer, id: "maker" };
  for (const id of ["developer", "maker"]) {
    expect(await saidBeside([renamed], { ...business, id })).toEqual([
      "plan error id: “Developer” has this id already: accounts could not tell them apart.",
    ]);
  }
});

test("a redirect from an existing page gets a warning, and a loop is refused", async () => {
  const redirect = { _id: "redirect-x", _type: "redirect", to: "/contact", permanent: true };
  expect(await saidByForm({ ...redirect, from: "/blog" })).toEqual([
    "redirect warning from: There is a page at /blog: visitors see that page, and never follow this redirect.",
  ]);
  // Neither published nor future redirects may form a loop.
  const round =
    "redirect error to: Other redirects lead back from there: visitors would go round in circles.";
  const moved = { ...find("redirect-jobs"), to: "/x" };
  const back = { ...redirect, to: "/jobs" };
  expect(await saidBeside([moved], { ...back, from: "/careers" })).toContain(round);
  expect(await saidBeside([moved], { ...back, from: "/x" })).toContain(round);
  expect(await saidBeside([moved], { ...back, from: "/y" })).not.toContain(round);
});

test("a plan without a value in the comparison gets a warning where its values are edited", async () => {
  const row = { _type: "comparisonRow", _key: "row", name: "Trial" };
  const values = ["free", "developer", "free"].map((plan, index) => ({
    ...{ _type: "planValue", _key: `value-${index}`, included: true },
    plan: { _type: "reference", _ref: `plan-${plan}` },
  }));
  const groups = [
    { _type: "comparisonGroup", _key: "group", title: "Try", rows: [{ ...row, values }] },
  ];
  expect(await saidByForm({ ...find("planComparison"), groups })).toEqual([
    "planComparison error groups[].rows[].values: The same plan is here twice: visitors would see only its first value.",
    "planComparison warning groups[].rows[].values: The plan comparison shows a dash for “Business”: give it a value.",
  ]);
  const [feature] = content.filter(
    ({ _type, availability }) => _type === "feature" && availability,
  );
  if (!feature) throw new Error("A new site has features.");
  expect(await saidByForm({ ...feature, availability: [] })).toEqual([
    "feature warning availability: The plan comparison shows a dash for “Free”, “Developer”, “Business”: give it a value.",
  ]);
});

test("forms and content check report the same for documents in which everything is missing", async () => {
  const types = new Set(content.map(({ _type }) => _type));
  const empty = [...types].map((type) => ({ _id: `${type}-empty`, _type: type }));
  // A form also names every field of a missing object; the check names only the object.
  const isInMissing = (line: string) => /^\w+ \w+ \w+\./.test(line);
  const messages = new Set(empty.flatMap(saidByCheck));
  expect(messages.size).toBeGreaterThan(50);
  const shown = (await saidByForms(empty)).filter(
    (line) => messages.has(line) || !isInMissing(line),
  );
  expect(new Set(shown)).toEqual(messages);
});

test("forms and content check report the same for documents in which every text is too long", async () => {
  const stretched = content.map((document) => documentShape.parse(stretch(document)));
  // The check validates choices that no rule of a form covers.
  const alone = (line: string) => line.endsWith(": Not one of the choices.");
  const messages = new Set(stretched.flatMap(saidByCheck).filter((line) => !alone(line)));
  expect(messages.size).toBeGreaterThan(100);
  expect(new Set(await saidByForms(stretched))).toEqual(messages);
});

/**
 * The value with every text in it, except for keys, types and URLs, of a length that no field
 * accepts.
 */
function stretch(value: unknown, name = ""): unknown {
  if (name.startsWith("_") || name === "asset" || value === null) return value;
  if (typeof value === "string") {
    return /[@:]|^\//.test(value) ? value : value.repeat(Math.ceil(3_000 / value.length));
  }
  if (Array.isArray(value)) return value.map((part) => stretch(part));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, stretch(part, key)]));
}
