import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { z } from "zod";

const document = z
  .object({
    paths: z.record(
      z.string(),
      z.object({
        post: z.object({
          requestBody: z.object({
            content: z.object({ "application/json": z.object({ example: z.unknown() }) }),
          }),
          responses: z.record(
            z.string(),
            z.object({
              content: z.object({
                "application/json": z.object({ schema: z.object({ $ref: z.string() }) }),
              }),
            }),
          ),
        }),
      }),
    ),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(JSON.parse(readFileSync("public/api/openapi.json", "utf8")));

/** A schema of the OpenAPI file, to validate against. */
export function shapeOf(name: string) {
  const $defs: unknown = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll("#/components/schemas/", "#/$defs/"),
  );
  const schema = z.record(z.string(), z.any()).parse({ $ref: `#/$defs/${name}`, $defs });
  return z.fromJSONSchema(schema);
}

export type Operation = "verify" | "usage" | "reversal";

/** The message that the OpenAPI file has as an example. */
export function exampleOf(operation: Operation): object {
  const { example } = document.paths[`/api/gateway/${operation}`]?.post.requestBody.content[
    "application/json"
  ] ?? { example: null };
  return z.looseObject({}).parse(example);
}

interface Told {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** Sends a message as the gateway does, and validates the response against the OpenAPI file. */
export async function tellGateway(
  operation: Operation,
  message: unknown,
  {
    secret,
    method = "POST",
    headers = {},
  }: { secret: string; method?: string; headers?: Record<string, string> },
): Promise<Told> {
  const { handleGatewayMessage } = await import("../../../app/gateway/gateway-routes.server");
  const path = `/api/gateway/${operation}`;
  const response = await handleGatewayMessage(
    new Request(`http://localhost:3000${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
        Origin: "https://elsewhere.example",
        ...headers,
      },
      ...(method !== "GET" && {
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
    }),
  );
  const body: unknown = await response.json();
  const { content } = document.paths[path]?.post.responses[response.status] ?? {};
  expect(content, `${path} answers ${response.status} without saying so`).toBeDefined();
  const name = content?.["application/json"].schema.$ref.split("/").at(-1) ?? "";
  expect(shapeOf(name).safeParse(body)).toMatchObject({ success: true });
  expect(response.headers.get("Set-Cookie")).toBeNull();
  return {
    status: response.status,
    body: z.record(z.string(), z.unknown()).parse(body),
    headers: response.headers,
  };
}
