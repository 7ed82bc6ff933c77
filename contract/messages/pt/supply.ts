export const supply = {};
