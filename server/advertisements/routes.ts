import {
  advertisements,
  advertisementsVariations,
  type ListedAdvertisement,
  leastMargin,
} from '#contract/advertisements/advertisement.ts';
import type { advertisementsPublications, publications } from '#contract/advertisements/publication.ts';
import type { dropshipping } from '#contract/dropshipping/catalogue.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import type { marketplaceAccounts } from '#contract/marketplaces/marketplace-account.ts';
import type { Messages } from '#contract/messages/index.ts';
import type { ListQuery } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import { findAdvertisement, listAdvertisements } from './advertisement.queries.ts';
import {
  createAdvertisement,
  readAdvertisement,
  removeAdvertisement,
  updateAdvertisement,
} from './advertisement.ts';
import { undoCaps, updateAdvertisements } from './advertisement-bulk.ts';
import { readUnitsThere, viewAdvertisements, viewVariationRow } from './advertisement-view.ts';
import { startContentChange } from './content/change-content.ts';
import { previewContent } from './content/preview-content.ts';
import { findLink } from './link/link-preview.ts';
import { linkPublication } from './link/publication-link.ts';
import { updateFloor } from './margin/floor.ts';
import { listAdvertisementVariations, listPublicationRows } from './publication/publication.queries.ts';
import {
  requestState,
  retryPublication,
  sendPriceNow,
  syncPublication,
} from './publication/publication-acts.ts';
import { createPublication } from './publication/publication-create.ts';
import { republishPublication } from './publication/publication-republish.ts';
import { updatePublication } from './publication/publication-update.ts';
import { readPublication, viewPublications } from './publication/publication-view.ts';
import { explainAdvertisement, explainOffers, explainVariation } from './reasons/quantity-reasons.ts';
import { previewPrices, startRepricing } from './reprice.ts';
import { listSheetRows, sheetColumns } from './sheet/ads-export.ts';
import { resyncAccount } from './sync/resync.ts';
import { updateWholesale } from './wholesale/update-wholesale.ts';

/** Of all publications, for the list; in percent. */
function lowestMargin(publications: ListedAdvertisement['publications']): number | null {
  const margin = leastMargin(publications);
  return margin && margin.basisPoints / 100;
}

/** Of all accounts, for the list. */
function lowestPrice(publications: ListedAdvertisement['publications']): number | null {
  const prices = publications.flatMap(({ prices }) => prices?.lowest ?? []);
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** `Account: reasons`, or none. */
function reasonsText(
  { account, reasons }: ListedAdvertisement['publications'][number],
  words: Messages['advertisements'],
): string[] {
  const texts = reasons.map(({ kind, code, message }) =>
    kind === 'other' ? message || code : [words.notSelling.kinds[kind], message].filter(Boolean).join(' – '),
  );
  return texts.length > 0 ? [`${account.name}: ${texts.join(', ')}`] : [];
}

export const advertisementRoutes: Handlers<typeof advertisements> = {
  list: async ({ tx, query, outside }) => {
    const found = await listAdvertisements(tx, query);
    return viewAdvertisements(found, await readUnitsThere(tx, outside, found));
  },
  export: exportList(advertisements.export, {
    name: (words) => words.advertisements.list.title,
    list: async (tx: Tx, _actor: Actor, query: ListQuery) =>
      viewAdvertisements(await listAdvertisements(tx, query)),
    columns: {
      product: { label: (words) => words.advertisements.product, value: (row) => row.product },
      brand: { label: (words) => words.advertisements.brand, value: (row) => row.brand },
      quantity: {
        label: (words) => words.advertisements.quantity,
        value: (row) => row.quantity,
        kind: 'number',
      },
      price: {
        label: (words) => words.advertisements.list.price,
        value: (row) => lowestPrice(row.publications),
        kind: 'money',
        priced: true,
      },
      margin: {
        label: (words) => words.advertisements.list.margin,
        value: (row) => lowestMargin(row.publications),
        kind: 'number',
        priced: true,
      },
      marginBound: {
        label: (words) => words.advertisements.list.marginBound,
        value: (row, words) =>
          leastMargin(row.publications)?.atMost ? words.advertisements.publish.atMost : '',
        priced: true,
      },
      sold: {
        label: (words) => words.advertisements.list.sold,
        value: (row) => row.sold,
        kind: 'number',
      },
      codes: {
        label: (words) => words.advertisements.list.codes,
        value: (row) => row.publications.flatMap(({ code }) => code ?? []).join(', '),
      },
      published: {
        label: (words) => words.advertisements.list.accounts,
        value: (row) =>
          [...new Set(row.publications.map(({ marketplace }) => marketplaceNames[marketplace]))].join(', '),
      },
      accounts: {
        label: (words) => words.advertisements.list.account,
        value: (row) => row.publications.map(({ account }) => account.name).join(', '),
      },
      reasons: {
        label: (words) => words.advertisements.notSelling.title,
        value: (row, words) =>
          row.publications
            .flatMap((publication) => reasonsText(publication, words.advertisements))
            .join('; '),
      },
    },
  }),
  detail: ({ tx, params }) => readAdvertisement(tx, params.id),
  explain: ({ tx, params }) => explainAdvertisement(tx, params.id),
  create: ({ tx, actor, body }) => createAdvertisement(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateAdvertisement(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, actor, body }) => updateAdvertisements(tx, actor, body),
  undo: ({ tx, actor, body }) => undoCaps(tx, actor, body),
  previewPrices: remote(previewPrices),
  changePrices: ({ tx, actor, body }) => startRepricing(tx, actor, body),
  previewContent: remote(previewContent),
  changeContent: ({ tx, actor, body }) => startContentChange(tx, actor, body),
  remove: ({ tx, params }) => removeAdvertisement(tx, params.id),
};

export const advertisementsVariationRoutes: Handlers<typeof advertisementsVariations> = {
  list: async ({ tx, query }) => {
    const found = await listAdvertisementVariations(tx, query);
    return { ...found, items: found.items.map(viewVariationRow) };
  },
  export: exportList(advertisementsVariations.export, {
    name: (words) => words.business.imports.kinds.ads,
    list: listSheetRows,
    columns: sheetColumns,
  }),
  explain: ({ tx, params }) => explainVariation(tx, params.id),
};

export const advertisementsPublicationRoutes: Handlers<typeof advertisementsPublications> = {
  list: async ({ tx, params, query, outside }) => {
    (await findAdvertisement(tx, params.id)) ?? fail('not_found');
    const found = await listPublicationRows(tx, query, params.id);
    return { ...found, items: await viewPublications(tx, found.items, outside) };
  },
  create: remote(createPublication),
};

/** Acts on records of lower areas whose rules belong here. */
export const accountSyncRoutes: Handlers<Pick<typeof marketplaceAccounts, 'sync'>> = {
  sync: async ({ tx, actor, params }) => ({ queued: await resyncAccount(tx, actor.businessId, params.id) }),
};

export const offerReasonRoutes: Handlers<Pick<typeof dropshipping, 'explain'>> = {
  explain: ({ tx, query }) => explainOffers(tx, query.offers),
};

export const publicationRoutes: Handlers<typeof publications> = {
  list: async ({ tx, query, outside }) => {
    const found = await listPublicationRows(tx, query);
    return { ...found, items: await viewPublications(tx, found.items, outside) };
  },
  detail: ({ tx, params, outside }) => readPublication(tx, params.id, outside),
  update: remote(updatePublication),
  updateFloor: async ({ tx, params, body, outside }) => {
    await updateFloor(tx, params.id, body.floor);
    return readPublication(tx, params.id, outside);
  },
  updateWholesale: remote(updateWholesale),
  pause: async ({ tx, params, outside }) => {
    await requestState(tx, params.id, 'pause');
    return readPublication(tx, params.id, outside);
  },
  activate: async ({ tx, params, outside }) => {
    await requestState(tx, params.id, 'activate');
    return readPublication(tx, params.id, outside);
  },
  close: async ({ tx, params, outside }) => {
    await requestState(tx, params.id, 'close');
    return readPublication(tx, params.id, outside);
  },
  sendPrice: async ({ tx, params, outside }) => {
    await sendPriceNow(tx, params.id);
    return readPublication(tx, params.id, outside);
  },
  retry: async ({ tx, params, outside }) => {
    await retryPublication(tx, params.id);
    return readPublication(tx, params.id, outside);
  },
  republish: ({ tx, actor, params, outside }) => republishPublication(tx, actor, params.id, outside),
  sync: async ({ tx, params, outside }) => {
    await syncPublication(tx, params.id);
    return readPublication(tx, params.id, outside);
  },
  findLink: remote(findLink),
  link: remote(linkPublication),
};
