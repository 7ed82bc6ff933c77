export const stylesheet = '';
