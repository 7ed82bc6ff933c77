import type {
  declarations as ptDeclarations,
  declarationsFailures as ptFailures,
  declarationsSuccesses as ptSuccesses,
} from '../pt/orders-declarations.ts';
import type { Translation } from '../translation.ts';

export const declarations: Translation<typeof ptDeclarations> = {
  one: 'Content declaration no. {{number}}',
  none: 'No NF-e? Issue the content declaration that goes with the parcel.',
  issue: 'Issue content declaration',
  open: 'View and print',
  print: 'Print',
  back: 'Back to the sale',
  backToBench: 'Back to the bench',
  cancel: 'Cancel declaration',
  cancelText: 'Its number is not used again. The sale may get another declaration.',
  reason: 'Reason',
  canceled: 'Canceled',
  dceKey: 'DC-e key',
  dceHint:
    'Since 06/04/2026 the post office and carriers ask for the key of a DC-e. If it was issued elsewhere, keep its key here: 44 digits.',
  dceSave: 'Save key',
  nobody: 'This declaration does not exist.',
  failed: 'The declaration could not be loaded. Try again in a moment.',
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
    text: 'I declare that I am not an ICMS taxpayer under art. 4 of LC 87/1996, or am exempt from issuing an invoice, and I answer for these data. I declare that I send nothing forbidden or dangerous.',
    duty: 'An ICMS taxpayer still has to issue the invoice.',
    place: 'Place and date',
    signature: 'Signature of the sender',
    dce: 'DC-e key',
  },
};

export const declarationsFailures: Translation<typeof ptFailures> = {
  'contentDeclarations.create': 'Declaration not issued',
  'contentDeclarations.detail': 'Could not load the declaration!',
  'contentDeclarations.update': 'Key not saved',
  'contentDeclarations.cancel': 'Declaration not canceled',
};

export const declarationsSuccesses: Translation<typeof ptSuccesses> = {
  'contentDeclarations.create': 'Declaration issued',
  'contentDeclarations.update': 'Key saved',
  'contentDeclarations.cancel': 'Declaration canceled',
};
