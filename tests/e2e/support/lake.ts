import { type APIRequestContext, expect } from "@playwright/test";

/** A document as the lake stores it. */
export type LakeDocument = { _id: string; _type: string; [field: string]: unknown };

const address = "/lake/v2025-02-19/data";

/**
 * The lake behind the site, as the Studio writes to it.
 *
 * @param request of a user with permission: `adminPage.request`
 */
export function openLake(request: APIRequestContext) {
  async function mutate(mutations: object[]) {
    const response = await request.post(`${address}/mutate/production`, { data: { mutations } });
    expect(response.status(), await response.text()).toBe(200);
  }
  return {
    publish: (...documents: LakeDocument[]) =>
      mutate(documents.map((createOrReplace) => ({ createOrReplace }))),
    remove: (...ids: string[]) => mutate(ids.map((id) => ({ delete: { id } }))),
    /** The published document. Throws when there is none. */
    async read(id: string): Promise<LakeDocument> {
      const response = await request.get(`${address}/doc/production/${id}`);
      expect(response.status()).toBe(200);
      const { documents } = await response.json();
      expect(documents).toHaveLength(1);
      return documents[0];
    },
  };
}
