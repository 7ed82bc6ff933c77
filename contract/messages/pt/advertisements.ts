export const advertisements = {};
