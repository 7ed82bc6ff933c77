import { z } from 'zod';
import { bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  page,
  reference,
  text,
  typedDay,
  version,
} from '../primitives.ts';
import { disputeStates } from './dispute-states.ts';
import {
  dropinvoiceActs,
  dropinvoiceStates,
  itemKinds,
  paymentSources,
  settlementKinds,
} from './dropinvoice-states.ts';

/** The filters of the list. */
export const dropinvoiceFilter = {
  day: { kind: 'day' },
  due: { kind: 'day' },
  status: { kind: 'choice', values: dropinvoiceStates },
  closed: { kind: 'flag' },
  overdue: { kind: 'flag' },
  disputed: { kind: 'flag' },
  withoutBank: { kind: 'flag' },
  value: { kind: 'money' },
  payable: { kind: 'money' },
  number: { kind: 'id' },
  seller: { kind: 'text' },
  supplier: { kind: 'text' },
} as const satisfies FilterFields;
export const dropinvoiceSorts = ['day', 'value', 'payable', 'number', 'due'] as const;

export const dropinvoiceRow = z
  .object({
    id: z.number(),
    number: z.number(),
    day: z.string(),
    seller: reference,
    supplier: reference,
    productQuantity: z.number(),
    /** Sum of its lines, frozen at the close. */
    totalCentavos: centavos,
    /** The rest without disputed units: the amount that is payable now. */
    payableCentavos: centavos,
    /** The rest, disputed units included. */
    dueCentavos: centavos,
    disputedCentavos: centavos,
    /** The amount that the supplier received for it. */
    receivedCentavos: centavos,
    state: z.enum(dropinvoiceStates),
    closedAt: instant.nullable(),
    /** Null until it is closed and its supplier has entered bank data: without these it cannot be due. */
    dueOn: z.string().nullable(),
    overdue: z.boolean(),
    rejectedReason: z.string().nullable(),
    /** The file that proves its payment; invoices paid together have the same one. */
    proofFileId: z.number().nullable(),
    paidCentavos: centavos.nullable(),
    /** Lines with units in dispute that the supplier has not decided. */
    disputeCount: count,
    version,
  })
  .meta({ id: 'DropinvoiceRow' });
export type DropinvoiceRow = z.output<typeof dropinvoiceRow>;

const bankSnapshot = z.object({
  pixKey: z.string(),
  holder: z.string(),
  city: z.string(),
  bank: z.string(),
  agency: z.string(),
  account: z.string(),
});
export type BankSnapshot = z.output<typeof bankSnapshot>;

const proof = z.object({
  id: z.number(),
  paidCentavos: centavos,
  paidOn: z.string(),
  note: z.string(),
  at: instant,
  rejectedAt: instant.nullable(),
  rejectedReason: z.string().nullable(),
});

/** The settlements of an invoice, or of a part of it. */
const settlement = z.object({
  kind: z.enum([...settlementKinds, 'set_off', 'overpayment']),
  amountCentavos: centavos,
  source: z.enum(paymentSources).nullable(),
  paidOn: z.string().nullable(),
  /** Of the row on the bank statement. */
  bankReference: z.string(),
  reason: z.string(),
  /** The author, as far as the reader may know: a person of their own business, or the business. */
  by: z.string(),
  at: instant,
});
export type Settlement = z.output<typeof settlement>;

const dispute = z.object({
  id: z.number(),
  itemId: z.number(),
  state: z.enum(disputeStates),
  product: z.string(),
  quantity: z.number(),
  totalCentavos: centavos,
  reason: z.string(),
  /** The supplier's answer. */
  refusal: z.string(),
  openedAt: instant,
  endedAt: instant.nullable(),
  photoIds: z.array(z.number()),
});
export type Dispute = z.output<typeof dispute>;

export const dropinvoiceDetail = dropinvoiceRow
  .extend({
    bank: bankSnapshot.nullable(),
    /** Static BR Code of the exact value, as QR code and for copying. */
    pixCode: z.string().nullable(),
    paidOn: z.string().nullable(),
    note: z.string(),
    completedAt: instant.nullable(),
    hasDocument: z.boolean(),
    proofs: z.array(proof),
    settlements: z.array(settlement),
    /** Its lines can be disputed today. */
    disputable: z.boolean(),
    disputes: z.array(dispute),
    /** The other invoices that its proof pays. */
    paidWith: z.array(z.object({ id: z.number(), number: z.number(), totalCentavos: centavos })),
  })
  .meta({ id: 'Dropinvoice' });
export type Dropinvoice = z.output<typeof dropinvoiceDetail>;

export const dropinvoiceItem = z
  .object({
    id: z.number(),
    kind: z.enum(itemKinds),
    order: z.number().nullable(),
    advertisement: z.string(),
    product: z.string(),
    /** Of a manual credit. */
    reason: z.string(),
    quantity: z.number(),
    unitPriceCentavos: centavos,
    totalCentavos: centavos,
    at: instant,
  })
  .meta({ id: 'DropinvoiceItem' });

/** Invoices of one supplier, paid by one Pix of their sum. */
export const jointPayment = z
  .object({
    supplier: reference,
    invoices: z.array(dropinvoiceRow),
    totalCentavos: centavos,
    /** The text of the bank statement. */
    txid: z.string(),
    bank: bankSnapshot.nullable(),
    pixCode: z.string().nullable(),
  })
  .meta({ id: 'JointPayment' });
export type JointPayment = z.output<typeof jointPayment>;

/** So many invoices go into one payment or one decision. */
export const maxInvoices = 100;
const invoiceIds = z.array(id).min(1, 'required').max(maxInvoices, 'too_big');

/** Treatment of an unpaid rest: it stays payable, or it is waived by a manual credit. */
export const shortfalls = ['charge', 'waive'] as const;
export type Shortfall = (typeof shortfalls)[number];

const payment = z.strictObject({
  paidCentavos: z.int('not_whole').min(1, 'too_small').max(1_000_000_000_000, 'too_big'),
  paidOn: typedDay,
  note: text(500),
});
/** A payment as the supplier's bank statement has it. */
export const receipt = z.strictObject({
  amountCentavos: z.int('not_whole').min(1, 'too_small').max(1_000_000_000_000, 'too_big'),
  receivedOn: typedDay,
  bankReference: text(140, 1),
  shortfall: z.enum(shortfalls, 'choose_one').optional(),
});
const document = { max: 1, maxBytes: 5 * 1024 * 1024, accept: 'document' } as const;

const invoice = (verb: string) => ({ params: idParams, response: dropinvoiceDetail, summary: verb });

/** Resource `dropinvoices`: one invoice per seller, supplier and day; each side sees its own. */
export const dropinvoices = entity('dropinvoices', {
  list: endpoint({
    method: 'GET',
    path: '/dropinvoices',
    permission: 'dropinvoices.read',
    summary: 'Invoices of this business, as seller or supplier',
    query: listQuery,
    response: page(dropinvoiceRow),
  }),
  export: exportOf('/dropinvoices/export', 'dropinvoices.read', [
    'number',
    'day',
    'seller',
    'supplier',
    'quantity',
    'value',
    'payable',
    'received',
    'due',
    'status',
  ]),
  revenue: endpoint({
    method: 'GET',
    path: '/dropinvoices/revenue',
    permission: 'dropinvoices.read',
    summary: 'Totals of invoices: paid, payable, awaiting approval, in dispute, open; and the last 30 days',
    response: z.object({
      /** Payments of complete invoices. */
      completeCentavos: centavos,
      /** Closed and not complete: to be paid, waiting for approval, and in dispute. */
      receivableCentavos: centavos,
      /** Of pending closed invoices, without units in dispute. */
      payableCentavos: centavos,
      /** Left of invoices that wait for the supplier to approve a payment. */
      waitingCentavos: centavos,
      overdueCentavos: centavos,
      openCentavos: centavos,
      /** What suppliers owe sellers: the balances of all pairs. */
      balanceCentavos: centavos,
      days: z.array(z.object({ day: z.string(), totalCentavos: centavos, productQuantity: count })),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/dropinvoices/:id',
    permission: 'dropinvoices.read',
    ...invoice('One invoice, with its payable amount and bank data'),
  }),
  items: endpoint({
    method: 'GET',
    path: '/dropinvoices/:id/items',
    permission: 'dropinvoices.read',
    summary: 'The lines of an invoice; both sides read the same',
    params: idParams,
    query: listQuery,
    response: page(dropinvoiceItem),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/dropinvoices/:id/pay',
    permission: dropinvoiceActs.pay.permission,
    ...invoice('Report a payment with its proof, which the supplier approves or rejects'),
    body: payment,
    files: document,
    errors: ['invoice_open', 'state_conflict', 'nothing_to_pay', 'note_required', 'proof_required'],
  }),
  editProof: endpoint({
    method: 'PATCH',
    path: '/dropinvoices/:id/proof',
    permission: dropinvoiceActs.editProof.permission,
    ...invoice('Replace the proof of an undecided payment; the former one stays in the history'),
    body: payment,
    files: document,
    errors: ['state_conflict', 'note_required', 'proof_required', 'invoice_open'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/dropinvoices/:id/approve',
    permission: dropinvoiceActs.approve.permission,
    ...invoice(
      'Approve a payment: an excess goes to the balance, and a missing rest stays payable or is waived',
    ),
    body: z.strictObject({
      bankRowSeen: z.literal(true, 'required'),
      shortfall: z.enum(shortfalls, 'choose_one').optional(),
    }),
    errors: ['state_conflict'],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/dropinvoices/:id/reject',
    permission: dropinvoiceActs.reject.permission,
    ...invoice('Reject a proof with a reason: the invoice is pending again'),
    body: z.strictObject({ reason: text(500, 1) }),
    errors: ['state_conflict'],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/dropinvoices/:id/received',
    permission: dropinvoiceActs.receive.permission,
    ...invoice('Record a payment that is on the bank statement, with or without a proof'),
    body: receipt,
    errors: ['invoice_open', 'state_conflict', 'nothing_to_pay'],
  }),
  writeOff: endpoint({
    method: 'POST',
    path: '/dropinvoices/:id/write-off',
    permission: dropinvoiceActs.writeOff.permission,
    ...invoice('Write off the payable amount, with a reason that both sides read'),
    body: z.strictObject({ reason: text(300, 1) }),
    errors: ['invoice_open', 'state_conflict', 'nothing_to_pay'],
  }),
  together: endpoint({
    method: 'GET',
    path: '/dropinvoices/together',
    permission: 'dropinvoices.read',
    summary: 'The sum of several invoices of one supplier, with one Pix code',
    query: z.strictObject({
      ids: z.string('required').regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'invalid'),
    }),
    response: jointPayment,
    errors: [
      'invoice_open',
      'state_conflict',
      'nothing_to_pay',
      'suppliers_differ',
      'bank_data_differs',
      'not_found',
    ],
  }),
  payTogether: endpoint({
    method: 'POST',
    path: '/dropinvoices/pay',
    permission: dropinvoiceActs.pay.permission,
    summary: 'Report the payment of several invoices with one proof',
    body: z.strictObject({ ids: invoiceIds, paidOn: typedDay }),
    files: document,
    response: jointPayment,
    errors: [
      'invoice_open',
      'state_conflict',
      'nothing_to_pay',
      'suppliers_differ',
      'bank_data_differs',
      'proof_required',
      'not_found',
    ],
  }),
  approveMany: endpoint({
    method: 'POST',
    path: '/dropinvoices/approve',
    permission: dropinvoiceActs.approve.permission,
    summary: 'Approve several payments: their invoices are complete',
    body: z.strictObject({ ids: invoiceIds, bankRowSeen: z.literal(true, 'required') }),
    response: bulkOutcome,
  }),
  rejectMany: endpoint({
    method: 'POST',
    path: '/dropinvoices/reject',
    permission: dropinvoiceActs.reject.permission,
    summary: 'Reject several proofs with a reason: their invoices are pending again',
    body: z.strictObject({ ids: invoiceIds, reason: text(500, 1) }),
    response: bulkOutcome,
  }),
  attach: endpoint({
    method: 'POST',
    path: '/dropinvoices/:id/document',
    permission: 'dropinvoices.attach',
    ...invoice('Attach the invoice document (PDF or image) of the supplier'),
    files: document,
    errors: ['proof_required'],
  }),
  proof: endpoint({
    method: 'GET',
    path: '/dropinvoices/:id/proof',
    permission: 'dropinvoices.read',
    summary: 'The current proof of payment',
    params: idParams,
    binary: 'file',
  }),
  document: endpoint({
    method: 'GET',
    path: '/dropinvoices/:id/document',
    permission: 'dropinvoices.read',
    summary: 'The invoice document of the supplier',
    params: idParams,
    binary: 'file',
  }),
});
