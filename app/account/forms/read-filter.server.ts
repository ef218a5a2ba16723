import type { z } from "zod";

/** The filter in the URL of a list. Throws a 400 Response when it is invalid. */
export function readFilter<Filter>(request: Request, shape: z.ZodType<Filter>): Filter {
  const parsed = shape.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw new Response("There is no such list.", { status: 400 });
  return parsed.data;
}
