import { expect, test } from "vitest";
import { selectParentReferences } from "./parent-references";

const query = '[*[_id in ["a","b"]][0...2]{_id,_rev,_type,title}][0...1]';
const tag = "sanity.studio.preview.document-paths";
const pane = "author-a%2CparentRefPath%3Dauthor%2Ctype%3Dauthor";

test("previews select the fields from which open references were opened", () => {
  expect(selectParentReferences(query, tag, `/studio/structure/blog;post;post-a;${pane}`)).toBe(
    '[*[_id in ["a","b"]][0...2]{_id,_rev,_type,author,title}][0...1]',
  );
  const question = 'question-a,parentRefPath=questions[_key=="1"],type=question';
  expect(selectParentReferences(query, tag, `/studio/structure/${pane};${question}`)).toContain(
    "{_id,_rev,_type,author,questions,title}",
  );
});

test("they are unchanged where no reference is open, as other queries are everywhere", () => {
  expect(selectParentReferences(query, tag, "/studio/structure/blog;post;post-a")).toBe(query);
  for (const other of ["sanity.studio.search.global", undefined])
    expect(selectParentReferences(query, other, `/studio/structure/${pane}`)).toBe(query);
});
