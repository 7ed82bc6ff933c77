export const marketplaces = {};
