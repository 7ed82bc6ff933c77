import type { Fields } from '../reading.ts';
import { numberOf, textOf } from '../reading.ts';
import { releasePushes, resendPush } from '../shopee/push.ts';
import type { World } from '../world.ts';
import * as actions from './shopee-actions.ts';
import { actOnDiscount } from './shopee-discounts.ts';
import { setHealth } from './shopee-health.ts';
import { setHealthFromForm } from './shopee-health-section.ts';

type Act = (world: World, form: Fields) => unknown;

const id = (form: Fields): string => textOf(form.id) ?? '';

/** Form name → its act, and the section to return to. */
export const shopeeActs: Record<string, [act: Act, section: string]> = {
  'shopee-grant': [
    (world, form) =>
      actions.changeGrant(world, Number(form.id), {
        revoke: form.what === 'revoke',
        expire: form.what === 'expire',
        ...(form.what === 'soon' && { endsInDays: 6 }),
      }),
    'shopee',
  ],
  'shopee-shop': [(world, form) => actions.changeShop(world, Number(form.id), form), 'shopee'],
  'shopee-warehouse': [(world, form) => actions.openWarehouse(world, Number(form.id), form), 'shopee'],
  'shopee-health': [setHealthFromForm, 'saude-shopee'],
  'shopee-health-clear': [(world, form) => setHealth(world, { shop: form.id, clear: true }), 'saude-shopee'],
  'shopee-discount-end': [(world, form) => actOnDiscount(world, id(form), 'end'), 'descontos-shopee'],
  'shopee-order': [
    (world, form) => actions.actOnOrder(world, id(form), textOf(form.act) ?? '', {}),
    'pedidos-shopee',
  ],
  'shopee-return': [
    (world, form) => actions.actOnReturn(world, id(form), textOf(form.act) ?? ''),
    'devolucoes-shopee',
  ],
  'shopee-fault': [(world, form) => actions.addShopeeFault(world, form), 'defeitos-shopee'],
  'shopee-fault-off': [
    (world, form) => actions.removeShopeeFaults(world, numberOf(form.id)),
    'defeitos-shopee',
  ],
  'shopee-release': [
    (world, form) => releasePushes(world, form.order === 'reverse' ? 'reverse' : 'sent'),
    'avisos-shopee',
  ],
  'shopee-resend': [(world, form) => resendPush(world, id(form)), 'avisos-shopee'],
};
