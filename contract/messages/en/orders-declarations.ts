import type {
  declarations as ptDeclarations,
  declarationsFailures as ptFailures,
  declarationsSuccesses as ptSuccesses,
} from '../pt/orders-declarations.ts';
import type { Translation } from '../translation.ts';

export const declarations: Translation<typeof ptDeclarations> = {
  one: 'Content declaration no. {{number}}',
  none: 'No NF-e? Issue a content declaration to go with the parcel.',
  issue: 'Issue content declaration',
  open: 'View and print',
  print: 'Print',
  back: 'Back to the sale',
  backToBench: 'Back to the bench',
  cancel: 'Cancel declaration',
  cancelText: 'The number cannot be reused. A new declaration can be issued for the sale.',
  reason: 'Reason',
  canceled: 'Canceled',
  dceKey: 'DC-e key',
  dceHint:
    'Since 06/04/2026, Correios and carriers require the DC-e key. If you issued it elsewhere, save the key here (44 digits).',
  dceSave: 'Save key',
  nobody: 'Declaration not found.',
  failed: 'The declaration could not be loaded. Try again shortly.',
  paper: {
    title: 'Content declaration',
    number: 'No. {{number}} · {{day}}',
    barcode: 'Code of sale {{id}}',
    sender: 'Sender',
    recipient: 'Recipient',
    document: 'CPF/CNPJ: {{document}}',
    noDocument: 'CPF/CNPJ: ______________________',
    noAddress: 'Address: ______________________________________',
    goods: 'Goods',
    item: 'Item',
    content: 'Content',
    quantity: 'Qty',
    value: 'Value',
    totals: 'Totals',
    weight: 'Total weight (kg)',
    statement: 'Declaration',
    text: 'I declare that I am not an ICMS taxpayer under art. 4 of LC 87/1996, or am exempt from issuing an invoice, and I am responsible for the accuracy of this information. I declare that I am not sending prohibited or dangerous goods.',
    duty: 'ICMS taxpayers are still required to issue an invoice.',
    place: 'Place and date',
    signature: 'Signature of the declarant',
    dce: 'DC-e key',
  },
};

export const declarationsFailures: Translation<typeof ptFailures> = {
  'contentDeclarations.create': 'Could not issue the declaration',
  'contentDeclarations.detail': 'Could not load the declaration!',
  'contentDeclarations.update': 'Could not save the key',
  'contentDeclarations.cancel': 'Could not cancel the declaration',
};

export const declarationsSuccesses: Translation<typeof ptSuccesses> = {
  'contentDeclarations.create': 'Declaration issued',
  'contentDeclarations.update': 'Key saved',
  'contentDeclarations.cancel': 'Declaration canceled',
};
