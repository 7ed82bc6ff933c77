import type { Call, Endpoint } from './endpoint.ts';
import { endpointsOf, ok, pick } from './endpoint.ts';

const viewStore = ({ store, world }: Call) => ({
  id: store.id,
  name: { pt: store.name },
  description: { pt: '' },
  email: store.email,
  contact_email: store.email,
  business_id: store.business_id,
  business_name: store.name,
  country: 'BR',
  main_currency: 'BRL',
  main_language: 'pt',
  languages: { pt: { currency: 'BRL', active: true } },
  domains: [],
  original_domain: `${world.url.replace(/^https?:\/\//, '')}/shop/lojas/${store.handle}`,
  plan_name: store.plan_name,
  features: ['inventory-levels', 'fulfillment-orders'],
  url_with_protocol: `${world.url}/shop/lojas/${store.handle}`,
});

export const storeEndpoints: Endpoint[] = [
  endpointsOf(null)('GET', '/store', (call) => ok(pick(viewStore(call), call.query.fields))),
];
