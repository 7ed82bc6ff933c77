export const business = {};
