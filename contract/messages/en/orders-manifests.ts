import type {
  manifests as pt,
  manifestsFailures as ptFailures,
  manifestsSuccesses as ptSuccesses,
} from '../pt/orders-manifests.ts';
import type { Translation } from '../translation.ts';

export const manifests: Translation<typeof pt> = {
  title: 'Manifests',
  one: 'Manifest {{number}}',
  draft: 'Open manifest',
  number: 'Number',
  state: 'Status',
  states: { open: 'Open', closed: 'Closed' },
  carrier: 'Carrier',
  noMarketplace: 'No marketplace',
  warehouse: 'Warehouse',
  parcels: 'Parcels',
  sales: 'Sales',
  opened: 'Opened on',
  closed: 'Closed on',
  by: 'Handed over by',
  empty: 'No manifests here',
  emptyHint: 'Scan labels under “Hand over” at the packing bench, then close the hand-over.',
  print: 'Print',
  back: 'Back to the hand-over',
  notClosed: 'Still open: close the hand-over to print and sign.',
  nobody: 'Manifest not found.',
  failed: 'The manifest could not be loaded. Try again shortly.',
  from: 'Sender',
  document: 'CNPJ/CPF {{document}}',
  zip: 'CEP {{zip}}',
  position: 'No.',
  sale: 'Sale',
  remote: 'Marketplace no.',
  label: 'Label',
  seller: 'Seller',
  units: 'Units',
  scannedAt: 'Scanned at',
  total: 'Parcels: {{n:parcels}} · Sales: {{n:sales}}',
  received: 'I received the parcels above in good order and without visible damage.',
  driver: 'Driver’s name',
  driverDocument: 'Document (RG or CPF)',
  plate: 'Plate',
  date: 'Date and time',
  signature: 'Driver’s signature',
  handedOver: 'Signature of the person handing over',
};

export const manifestsFailures: Translation<typeof ptFailures> = {
  'manifests.list': 'Could not load the manifests!',
  'manifests.detail': 'Could not load the manifest!',
  'manifests.close': 'Could not close the hand-over',
  'checkout.piles': 'Could not load the piles!',
  'checkout.handOver': 'Could not record the parcel as handed over',
};

export const manifestsSuccesses: Translation<typeof ptSuccesses> = {
  'manifests.close': 'Hand-over closed',
};
