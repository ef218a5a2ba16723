import { expect, test } from "vitest";
import { isOfPreviews, selectParentReferences } from "./parent-references";

const query = '[*[_id in ["a","b"]][0...2]{_id,_rev,_type,title}][0...1]';

test("previews select the fields from which open references were opened", () => {
  const pane = "author-a%2CparentRefPath%3Dauthor%2Ctype%3Dauthor";
  expect(selectParentReferences(query, `/studio/structure/blog;post;post-a;${pane}`)).toBe(
    '[*[_id in ["a","b"]][0...2]{_id,_rev,_type,author,title}][0...1]',
  );
  const question = 'question-a,parentRefPath=questions[_key=="1"],type=question';
  expect(selectParentReferences(query, `/studio/structure/${pane};${question}`)).toContain(
    "{_id,_rev,_type,author,questions,title}",
  );
});

test("they are unchanged where no reference is open", () => {
  expect(selectParentReferences(query, "/studio/structure/blog;post;post-a")).toBe(query);
  expect(isOfPreviews("sanity.studio.preview.document-paths")).toBe(true);
  expect(isOfPreviews(undefined)).toBe(false);
});
