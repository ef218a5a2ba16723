import type { Context } from "hono";
import { validationFailed } from "./errors";

export interface Paging {
  page: number;
  perPage: number;
}

/** The requested page of a list; throws 400 for an invalid one. */
export const readPaging = (c: Context): Paging => ({
  page: readCount(c.req.query("page"), 1),
  perPage: readCount(c.req.query("per_page"), 50),
});

function readCount(value: string | undefined, absent: number): number {
  if (value === undefined || value === "") return absent;
  if (!/^\d{1,6}$/.test(value) || Number(value) === 0) {
    throw validationFailed(`Bad Pagination Parameters: ${JSON.stringify(value.slice(0, 32))}`);
  }
  return Number(value);
}

/**
 * Reports in headers the total and the URLs of the next and the last page. `page` comes first in
 * the URLs because auth-js reads the number behind the first `=`.
 */
export function tellPages(c: Context, { page, perPage }: Paging, total: number): void {
  const last = Math.ceil(total / perPage);
  const path = c.req.path.replace(/^\/auth\/v1/, "");
  const to = (target: number, relation: string) => {
    const query = new URLSearchParams({ page: String(target), per_page: String(perPage) });
    for (const [name, value] of Object.entries(c.req.query())) {
      if (!["page", "per_page", "apikey"].includes(name)) query.set(name, value);
    }
    return `<${path}?${query}>; rel="${relation}"`;
  };
  c.header("X-Total-Count", String(total));
  c.header("Link", [...(last > page ? [to(page + 1, "next")] : []), to(last, "last")].join(", "));
}
