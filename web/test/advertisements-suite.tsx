import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { advertisementImage } from '#contract/advertisements/advertisement-image.ts';
import { pricePreview } from '#contract/advertisements/repricing.ts';
import { api } from '#contract/index.ts';
import { formatMoney } from '#contract/money.ts';
import CampaignListPage from '../advertisements/campaigns/CampaignListPage.tsx';
import { ChooseStep } from '../advertisements/existing/ChooseStep.tsx';
import LinkManyDialog from '../advertisements/existing/LinkManyDialog.tsx';
import { PicturesCard } from '../advertisements/images/PicturesCard.tsx';
import PricesDialog from '../advertisements/PricesDialog.tsx';
import { LinkDialog } from '../advertisements/publications/LinkDialog.tsx';
import { account, at, listOf, mug } from '../advertisements/test/publish-stage.ts';
import { paths } from '../paths.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { type Connector, connectors } from './connectors.ts';
import { itemOf, sampleOf } from './sample.ts';

const ignore = () => undefined;

const repricedOn = ({ able }: Connector) => {
  const freight = able.quotesFreight ? 900 : null;
  const parts = {
    ...{ price: 5990, marginBasisPoints: 2000, fee: able.quotesFee ? 719 : null, freight },
    taxBasisPoints: 0,
  };
  return itemOf(api.advertisements.previewPrices.response, 'items', {
    ...{ publication: { id: 77, name: 'Caneca' }, variation: { id: 1, name: '' }, cost: 2990 },
    ...{ account: { id: 4, name: 'Loja', capabilities: able }, before: parts, after: parts },
  });
};

const pictureOn = ({ name, told }: Connector) => {
  const { pictureSide, mostPictureBytes, mostPictures } = told;
  return sampleOf(advertisementImage, {
    ...{ id: 50, name: 'foto.jpg', width: 90, height: 90, bytes: 1, place: 1, uses: [] },
    refused: [
      { marketplace: name, fault: 'too_small', limit: pictureSide.shortest },
      { marketplace: name, fault: 'too_heavy', limit: mostPictureBytes },
      { marketplace: name, fault: 'too_many', limit: mostPictures },
    ],
  });
};

const listingsOn = ({ id, able }: Connector) =>
  itemOf(api.publicationsLink.accounts.response, 'items', {
    ...{ id: 4, name: 'Loja', marketplace: id, adExample: able.adExample, state: 'connected' },
    ...{ unlinked: 0, found: 0, read: 0, reading: false, failed: false, readAt: null },
  });

const offered = {
  ...{ offer: { id: 12, name: 'Caneca' }, sku: 'CAN-1', supplier: { id: 9, name: 'Distribuidora' } },
  ...{ warehouseId: 3, quantity: 1, price: 2990, available: 4 },
};

const listing = itemOf(api.publicationsLink.list.response, 'items', {
  ...{
    id: 31,
    account: { id: account.id, name: account.name },
    remoteItem: 'R1',
    name: 'Caneca',
    state: 'active',
  },
  ...{ link: '', price: 5990, quantity: 2, fulfilledByMarketplace: false, readAt: at },
  variations: [
    {
      ...{
        remoteVariation: 'R1',
        name: '',
        sku: 'CAN-1',
        gtin: '',
        price: 5990,
        promotion: null,
        quantity: 2,
      },
      suggestions: [{ by: 'sku', kit: null, parts: [offered], cost: 2990, quantity: 4 }],
    },
  ],
});

const planOn = ({ able }: Connector) => ({
  ...{ remoteItem: 'R1', name: 'Caneca' },
  variations: [
    {
      ...{ remoteVariation: 'R1', name: '', cost: 2990, fee: able.quotesFee ? 719 : null },
      freight: able.quotesFreight ? 900 : null,
      ...{ marginBasisPoints: 2300, taxBasisPoints: 0 },
      ...{ before: { price: 5990, promotion: null, quantity: 2 }, after: { price: 5990, quantity: 4 } },
    },
  ],
});

export function describeAdvertisementsOfAll(): void {
  test.each(connectors)(
    'the form for many prices shows fee and freight of $name, or that they are unknown',
    async (one) => {
      const { able } = one;
      const body = { ids: [5] };
      const chosen = {
        rows: [],
        all: false,
        count: 1,
        countText: '1',
        rowsText: '1 anúncio',
        body,
        clear: ignore,
        settle: ignore,
      };
      await renderScreen(() => <PricesDialog chosen={chosen} onClose={ignore} />, {
        server: {
          'advertisements.previewPrices': {
            body: sampleOf(pricePreview, {
              selected: 1,
              total: 1,
              advertisements: 1,
              items: [repricedOn(one)],
            }),
          },
        },
      });
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(dialog.getByRole('textbox', { name: 'Margem' }), { target: { value: '20' } });
      fireEvent.click(dialog.getByRole('button', { name: /^Pré/ }));
      const table = within(await dialog.findByRole('table'));
      expect(table.queryAllByText(/tarifa desconhecid/i).length > 0).toBe(!able.quotesFee);
      expect(table.queryAllByText(/frete desconhecid/i).length > 0).toBe(!able.quotesFreight);
    },
  );

  test.each(connectors)("looks up an ad of $name by a code in the marketplace's own format", async (one) => {
    const placeholder = () => screen.getByLabelText(/^Link ou código/).getAttribute('placeholder');
    await renderScreen(
      () => (
        <ChooseStep account={listingsOn(one)} opening={false} wanted="" open={async () => {}} choices={[]} />
      ),
      { server: { 'publicationsLink.list': listOf() } },
    );
    await screen.findByLabelText(/^Link ou código/);
    expect(placeholder()).toBe(one.able.adExample);
  });

  test.each(connectors)(
    'the list of existing ads of $name shows fee and freight, or that they are unknown',
    async (one) => {
      const { able } = one;
      await renderScreen(() => <LinkManyDialog rows={[listing]} clear={ignore} onClose={ignore} />, {
        server: {
          'marketplaceAccounts.list': listOf({ ...account, capabilities: able }),
          'publicationsLink.plan': { body: planOn(one) },
        },
      });
      const table = within(await screen.findByRole('table'));
      // // The margin: price minus cost, fee and freight.
      const left = 5990 - 2990 - (able.quotesFee ? 719 : 0) - (able.quotesFreight ? 900 : 0);
      await table.findByText(new RegExp(`${formatMoney(left).replace('$', '\\$')}$`));
      expect(table.queryAllByText(/tarifa desconhecid/i).length > 0).toBe(!able.quotesFee);
      expect(table.queryAllByText(/frete desconhecid/i).length > 0).toBe(!able.quotesFreight);
    },
  );

  test.each(connectors)('the dialog that links an ad of $name shows the same figures', async ({ able }) => {
    await renderScreen(() => <LinkDialog advertisement={mug} onClose={ignore} />, {
      server: { 'marketplaceAccounts.list': listOf({ ...account, capabilities: able }) },
    });
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('combobox'));
    fireEvent.click(await screen.findByRole('option', { name: account.name, hidden: true }));
    const field = dialog.getByLabelText(/^Link ou código/);
    expect(field.getAttribute('placeholder')).toBe(able.adExample);
  });

  test.each(connectors)('the list of campaigns says if $name has own discounts only', async ({ able }) => {
    const read = itemOf(api.campaigns.accounts.response, 'items', {
      account: { id: 4, name: 'Loja', capabilities: able },
    });
    await renderScreen(CampaignListPage, {
      screen: paths.advertisements.campaigns,
      at: paths.advertisements.campaigns(),
      server: {
        'campaigns.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
        'campaigns.accounts': { body: { items: [read] } },
      },
    });
    await screen.findByRole('heading', { name: 'Promoções' });
    await waitFor(() =>
      expect(screen.queryByText(/^Loja só tem descontos próprios/) !== null).toBe(
        able.campaignKinds === 'own',
      ),
    );
  });

  test.each(connectors)('shows a picture that $name refuses together with its limits', async (one) => {
    const { name, told } = one;
    const row = { id: 5, product: 'Caneca', images: [pictureOn(one)] };
    await renderScreen(() => <PicturesCard row={row} />, { server: {} });
    await screen.findByText(new RegExp(`${name} pede ${told.pictureSide.shortest} px`));
    screen.getByText(new RegExp(`${name} aceita até ${told.mostPictureBytes / 1_000_000} MB`));
    screen.getByText(new RegExp(`${name} aceita ${told.mostPictures} imagens`));
  });
}
