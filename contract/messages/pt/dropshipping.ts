export const dropshipping = {};
