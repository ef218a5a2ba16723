import { expect, test } from "vitest";
import { iconNames } from "../../schemas/objects/icon";
import { iconSprite } from "./icon-sprite";

// After a change of the list: npx vitest run app/ui/icon-sprite.test.ts --update
test("icons.svg holds exactly the icons that the schemas offer", async () => {
  await expect(await iconSprite(iconNames)).toMatchFileSnapshot("icons.svg");
});
