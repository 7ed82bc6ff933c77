/** What of a shop the sales are of. */
export type Listed = { itemId: string; variationId: string; sku: string; price: number };

export type Shop = { remoteUserId: string; single: Listed; kit: Listed };
