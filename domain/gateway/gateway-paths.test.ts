import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { gatewayPaths, gatewayPrefix } from "./gateway-paths";

const description = z.object({ paths: z.record(z.string(), z.unknown()) });

test("the description of the API has the gateway's paths, below its prefix", () => {
  const { paths } = description.parse(JSON.parse(readFileSync("public/api/openapi.json", "utf8")));
  const described = Object.keys(paths).filter((path) => path.startsWith(gatewayPrefix));
  expect(Object.values(gatewayPaths).sort()).toEqual(described.sort());
});
