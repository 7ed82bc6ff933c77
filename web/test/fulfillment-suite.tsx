import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { QuantityCell } from '../advertisements/AdvertisementCells.tsx';
import ContentDialog from '../advertisements/content/ContentDialog.tsx';
import FulfillmentListPage from '../advertisements/fulfillment/FulfillmentListPage.tsx';
import { FulfillmentOfProduct } from '../advertisements/fulfillment/FulfillmentOfProduct.tsx';
import { at, listOf } from '../advertisements/test/publish-stage.ts';
import { paths } from '../paths.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { type Connector, connectors } from './connectors.ts';
import { itemOf } from './sample.ts';

const ignore = () => {};
const chosen = {
  ...{ rows: [], all: false, count: 1, countText: '1', rowsText: '1 anúncio' },
  ...{ body: { ids: [5] }, clear: ignore, settle: ignore },
};

const stocksOf = ({ able }: Connector) =>
  listOf(
    itemOf(api.fulfillmentStocks.list.response, 'items', {
      ...{ id: 1, name: 'Caneca', sku: 'CAN', advertisement: { id: 5, name: 'Caneca' }, ads: 1 },
      account: { id: 4, name: 'Loja', capabilities: able },
      ...{ sellable: 20, unsellable: 0, inTransfer: 0, readAt: at, sold: 28, dailyMilli: 2000 },
      ...{ coverDays: 11, targetDays: 30, proposed: 38, onShelf: 8 },
    }),
  );

/** Screens about units in the warehouses of a marketplace, which some marketplaces do not have. */
export function describeFulfillmentOfAll(): void {
  test.each(connectors)(
    'the list of units names the warehouses of $name, and asks for a cover',
    async (one) => {
      const service = one.able.fulfillment;
      await renderScreen(FulfillmentListPage, {
        screen: paths.advertisements.marketplaceStock,
        at: paths.advertisements.marketplaceStock(),
        server: {
          'fulfillmentStocks.list': stocksOf(one),
          'marketplaceAccounts.list': listOf(
            itemOf(api.marketplaceAccounts.list.response, 'items', {
              ...{ id: 4, name: 'Loja', capabilities: one.able, fulfillmentDays: 30 },
            }),
          ),
        },
      });
      const row = await screen.findByRole('row', { name: /Caneca/ });
      const cover = screen.getByRole('button', { name: /^Cobertura desejada/ });
      await waitFor(() => expect(cover.getAttribute('aria-disabled') === 'true').toBe(service === null));
      if (service === null) return;
      expect(row.textContent).toContain(service);
      fireEvent.click(cover);
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByLabelText(new RegExp(`${service} de Loja`))).toBeTruthy();
    },
  );

  test.each(connectors)('a product names the warehouses of $name', async (one) => {
    await renderScreen(() => <FulfillmentOfProduct productId={3} />, {
      server: { 'fulfillmentStocks.list': stocksOf(one) },
    });
    const places = [one.able.fulfillment, 'Loja'].filter(Boolean).join(' · ');
    await screen.findByText(places);
  });

  test('a row of the list of ads shows the units that are elsewhere', async () => {
    const row = itemOf(api.advertisements.list.response, 'items', {
      ...{ id: 5, product: 'Caneca', fulfillment: [{ service: 'Full', units: 7 }] },
    });
    await renderScreen(() => <QuantityCell row={row} />);
    expect(await screen.findByText(/7.*Full/)).toBeTruthy();
  });

  test('the dialog of content limits what is typed', async () => {
    await renderScreen(() => <ContentDialog chosen={chosen} onClose={ignore} />);
    await screen.findByRole('dialog');
    fireEvent.click(screen.getByRole('radio', { name: 'Descrição' }));
    expect(await screen.findAllByRole('textbox')).not.toHaveLength(0);
  });
}
