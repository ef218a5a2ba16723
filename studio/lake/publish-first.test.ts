import { firstValueFrom, of, Subject } from "rxjs";
import { expect, test } from "vitest";
import { afterPublishing } from "./publish-first";

const publishing = [{ actionType: "sanity.action.document.publish", publishedId: "faq" }];
const edit = (publishedId: string) => [{ actionType: "sanity.action.document.edit", publishedId }];

test("an edit waits until the publishing of its document has ended, even when it failed", async () => {
  for (const end of ["complete", "fail"]) {
    const response = new Subject<string>();
    const order: string[] = [];
    afterPublishing(publishing, () => response).subscribe({ error: () => order.push("failed") });
    const edited = firstValueFrom(afterPublishing(edit("faq"), () => of(order.push("edited"))));
    await firstValueFrom(afterPublishing(edit("other"), () => of(order.push("other edited"))));
    if (end === "fail") response.error(new Error("refused"));
    else response.complete();
    await edited;
    expect(order).toEqual(
      end === "fail" ? ["other edited", "failed", "edited"] : ["other edited", "edited"],
    );
    await firstValueFrom(afterPublishing(edit("faq"), () => of(order.push("edited again"))));
    expect(order.at(-1)).toBe("edited again");
  }
});

test("publishing goes on when the form stops waiting for it", () => {
  const response = new Subject<string>();
  const waiting = afterPublishing(publishing, () => response).subscribe();
  waiting.unsubscribe();
  expect(response.observed).toBe(true);
  response.complete();
});
