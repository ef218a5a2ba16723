import { expect, test } from "vitest";
import { iconNames } from "../../schemas/objects/icon";
import { iconSprite } from "./icon-sprite";
import { interfaceIcons } from "./interface-icons";

// After a change of a list: npx vitest run app/ui/icon-sprite.test.ts --update
test("icons.svg has exactly the icons of the interface and of the schemas", async () => {
  const names = new Set([...interfaceIcons, ...iconNames].sort());
  await expect(await iconSprite([...names])).toMatchFileSnapshot("icons.svg");
});
