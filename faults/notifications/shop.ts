/** The products of a shop that are sold. */
export type Listed = { itemId: string; variationId: string; sku: string; price: number };

export type Shop = { remoteUserId: string; single: Listed; kit: Listed };
