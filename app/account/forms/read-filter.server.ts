import type { z } from "zod";

/** The filter in the URL of a list. Throws a 400 Response when it is invalid. */
export function readFilter<Filter>(request: Request, shape: z.ZodType<Filter>): Filter {
  const asked = shape.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) throw new Response("There is no such list.", { status: 400 });
  return asked.data;
}
