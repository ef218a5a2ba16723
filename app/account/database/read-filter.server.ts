import type { z } from "zod";

/** What the address of a list asks for. Throws a 400 Response when that makes no sense. */
export function readFilter<Filter>(request: Request, shape: z.ZodType<Filter>): Filter {
  const asked = shape.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) throw new Response("There is no such list.", { status: 400 });
  return asked.data;
}
