import { z } from 'zod';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';

const { publications } = api;

/** Ids as stand-ins return them: numbers or texts. */
export const anId = z.union([z.string(), z.number()]).transform(String);
export const made = (answer: unknown) => z.looseObject({ id: anId }).parse(answer).id;

/** Acts of tests about promotions on ads that are at a marketplace already. */
export function promotionActs(app: TestApp, { seller, supplier }: { seller: Person; supplier: Person }) {
  const detail = (id: number) => seller.call(publications.detail, { params: { id } });
  const offered = async () => makeOffer(supplier, await makeShelf(app, supplier, 9), 2990);
  return {
    detail,
    offered,
    tomorrow: () => new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString(),
    /** The target of a link or code, and the body that links it to one new offer. */
    async link(account: number, remoteItem: string, more: object = {}) {
      const { id: offer } = await offered();
      const { found } = await seller.call(publications.findLink, { body: { account, link: remoteItem } });
      const variations = (found?.variations ?? []).map((one) => ({
        remoteVariation: one.remoteVariation ?? one.remoteItem,
        components: [{ offer, quantity: 1 }],
        ...more,
      }));
      return { found, body: { account, link: remoteItem, variations } };
    },
    async sync(id: number) {
      await seller.call(publications.sync, { params: { id } });
      await drain(app);
    },
    async reprice(id: number, price: number) {
      const [variation] = (await detail(id)).variations;
      await seller.call(publications.update, {
        params: { id },
        body: { variations: { update: { [variation?.id ?? 0]: { price } } } },
      });
      await drain(app);
    },
  };
}
