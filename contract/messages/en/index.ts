import { account } from './account.ts';
import { advertisements } from './advertisements.ts';
import { billing } from './billing.ts';
import { business } from './business.ts';
import { dropshipping } from './dropshipping.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { inventory } from './inventory.ts';
import { mails } from './mails.ts';
import { marketplaces } from './marketplaces.ts';
import { orders } from './orders.ts';
import { palette } from './palette.ts';
import { products } from './products.ts';
import { supply } from './supply.ts';
import { ui } from './ui.ts';

export const en = {
  account,
  advertisements,
  billing,
  business,
  dropshipping,
  errors,
  fields,
  inventory,
  mails,
  marketplaces,
  orders,
  palette,
  products,
  supply,
  ui,
};
