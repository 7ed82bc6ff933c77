import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { id, idParams, quantity, text } from '../primitives.ts';
import { pictures } from '../products/image.ts';
import { disputeActs } from './dispute-states.ts';
import { dropinvoiceDetail } from './dropinvoice.ts';

export const maxDisputePhotos = 6;

const ofInvoice = { response: dropinvoiceDetail, touches: ['dropinvoices'] };

/** Resource `disputes`: units of lines of closed invoices that the seller does not accept. Answers the invoice. */
export const disputes = entity('disputes', {
  open: endpoint({
    method: 'POST',
    path: '/disputes',
    permission: disputeActs.withdraw.permission,
    summary: 'Dispute units of a line of a closed invoice, with a photo: the payable amount excludes them',
    body: z.strictObject({ itemId: id, quantity, reason: text(500, 1) }),
    files: { ...pictures, max: maxDisputePhotos },
    ...ofInvoice,
    errors: [
      'invoice_open',
      'state_conflict',
      'dispute_late',
      'already_disputed',
      'not_disputable',
      'dispute_photo_required',
      'not_an_image',
      'image_too_big',
      'not_found',
    ],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/disputes/:id/accept',
    permission: disputeActs.accept.permission,
    summary: 'Accept a dispute: its units are credited to the balance of the pair',
    params: idParams,
    ...ofInvoice,
    errors: ['state_conflict'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/disputes/:id/refuse',
    permission: disputeActs.refuse.permission,
    summary: 'Refuse a dispute with a reason: its units are payable again, due in 3 days at the earliest',
    params: idParams,
    body: z.strictObject({ reason: text(500, 1) }),
    ...ofInvoice,
    errors: ['state_conflict'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/disputes/:id/withdraw',
    permission: disputeActs.withdraw.permission,
    summary: 'Withdraw a dispute: its units are payable again',
    params: idParams,
    ...ofInvoice,
    errors: ['state_conflict'],
  }),
  photo: endpoint({
    method: 'GET',
    path: '/dispute-photos/:id',
    permission: 'dropinvoices.read',
    summary: 'A photo of a dispute, for both sides',
    params: idParams,
    binary: 'file',
  }),
});
