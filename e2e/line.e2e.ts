import { test } from '@playwright/test';
import {
  createOffer,
  createProduct,
  createWarehouse,
  type Goods,
  launchVolume,
  register,
} from './supplier-story.ts';
import { enter } from './verbs.ts';

for (const locale of ['pt', 'en'] as const) {
  test(`from the shelf to a paid invoice, in ${locale}`, async ({ browser }) => {
    const supplier = await enter(browser, locale, `fornecedor-${locale}@example.com`);
    const goods: Goods = {
      product: `Caneca Esmaltada ${locale}`,
      sku: `CAN-${locale.toUpperCase()}`,
      gtin: '7891000315507',
      quantity: 10,
      price: '29,90',
    };
    await test.step('the supplier registers, and puts goods on the shelf', async () => {
      await register(supplier, {
        type: 'supply',
        business: `Aurora ${locale}`,
        document: '12.ABC.345/01DE-35',
        name: 'Ana Fornecedora',
      });
      await createProduct(supplier, goods);
      await createWarehouse(supplier, `Galpão ${locale}`);
      await launchVolume(supplier, `Galpão ${locale}`, goods);
      await createOffer(supplier, `Galpão ${locale}`, goods);
    });
  });
}
