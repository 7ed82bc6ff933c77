import type { Call, Endpoint } from './endpoint.ts';
import { endpointsOf, notFound, ok, pick } from './endpoint.ts';
import type { Location } from './stores.ts';

const viewLocation = (location: Location) => ({
  id: location.id,
  name: location.name,
  is_default: location.is_default,
  priority: location.priority,
  allows_pickup: false,
  tags: ['online'],
  address: {
    city: location.city,
    province: { code: location.state, name: location.state },
    country: { code: 'BR', name: 'Brasil' },
  },
});

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

const locationAt = (call: Call): Location => {
  const location = call.store.locations.find(({ id }) => id === call.params.location);
  if (location === undefined) throw notFound('Location');
  return location;
};

const locations = endpointsOf('locations');

export const storeEndpoints: Endpoint[] = [
  endpointsOf(null)('GET', '/store', (call) => ok(pick(viewStore(call), call.query.fields))),
  locations('GET', '/locations', (call) => ok(call.store.locations.map(viewLocation))),
  locations('GET', '/locations/:location', (call) => ok(viewLocation(locationAt(call)))),
];
