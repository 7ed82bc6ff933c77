import { keyedDigest, seal } from '#server/seal.ts';

/** The buyer's billing data as they are stored; `digest` tells whether they changed without opening them. */
export type SealedBilling = { sealed: string; digest: string };

export function sealBilling(secretKey: Buffer, billing: unknown): SealedBilling {
  const text = JSON.stringify(billing);
  return {
    sealed: seal(secretKey, 'billing-info', text),
    digest: keyedDigest(secretKey, 'billing-digest', text),
  };
}
