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
    summary: 'Disputes units of a line of a closed invoice, with a photo: what is to be paid leaves them out',
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
    ],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/disputes/:id/accept',
    permission: disputeActs.accept.permission,
    summary: 'The units are credited to the balance of both',
    params: idParams,
    ...ofInvoice,
    errors: ['state_conflict'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/disputes/:id/refuse',
    permission: disputeActs.refuse.permission,
    summary: 'The units are due again, with the reason; the due day moves to 3 days later',
    params: idParams,
    body: z.strictObject({ reason: text(500, 1) }),
    ...ofInvoice,
    errors: ['state_conflict'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/disputes/:id/withdraw',
    permission: disputeActs.withdraw.permission,
    summary: 'The seller gives up: the units are to be paid again',
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
