import { z } from 'zod';
import { instant } from '../primitives.ts';

/** Reasons that a marketplace gives for a listing that is not sold, or is shown to fewer buyers. */
export const remoteReasonKinds = [
  'forbidden',
  'suspended',
  'correction_needed',
  'documents_needed',
  'payment_required',
  'reviewing',
  'moderated',
  'out_of_stock',
  'seller_paused',
  'pictures_processing',
  'not_started',
  'expired',
  'deleted',
  'less_visible',
  /** Not known to us: its own words are shown. */
  'other',
] as const;
export type RemoteReasonKind = (typeof remoteReasonKinds)[number];

/** All reasons, the most pressing first. */
export const saleReasonKinds = [
  'account_disconnected',
  'rejected',
  'forbidden',
  'suspended',
  'correction_needed',
  'documents_needed',
  'payment_required',
  'moderated',
  'reviewing',
  'margin_held',
  'other',
  'out_of_stock',
  'inactive',
  'seller_paused',
  'pictures_processing',
  'not_started',
  'expired',
  'deleted',
  'less_visible',
] as const;
export type SaleReasonKind = (typeof saleReasonKinds)[number];

/** A reason of ours has no code; what the marketplace does not say is empty. */
export const saleReason = z
  .object({
    kind: z.enum(saleReasonKinds),
    /** The marketplace's own code, explanation and advice. */
    code: z.string(),
    message: z.string(),
    remedy: z.string(),
    /** Until when the marketplace waits for a correction. */
    due: instant.nullable(),
  })
  .meta({ id: 'SaleReason' });
export type SaleReason = z.output<typeof saleReason>;
