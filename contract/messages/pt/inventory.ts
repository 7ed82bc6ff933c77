export const inventory = {};
