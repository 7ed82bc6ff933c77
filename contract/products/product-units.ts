/** Units of products, by the stored word; a unit outside the list is stored as it was written. */
export const productUnits = ['unit', 'piece', 'kg', 'pair', 'set', 'box', 'pack', 'meter', 'liter'] as const;
export type ProductUnit = (typeof productUnits)[number];

/** As issuers and catalogues abbreviate them, folded. */
export const unitWritings: Record<ProductUnit, readonly string[]> = {
  unit: ['un', 'und', 'unid', 'unidade', 'unit'],
  piece: ['pc', 'pca', 'peca', 'piece', 'pcs'],
  kg: ['kg', 'quilo', 'kilo'],
  pair: ['par', 'pr', 'pair'],
  set: ['cj', 'conj', 'conjunto', 'jg', 'jogo', 'set'],
  box: ['cx', 'caixa', 'box'],
  pack: ['pct', 'pacote', 'pack'],
  meter: ['m', 'mt', 'metro', 'meter'],
  liter: ['l', 'lt', 'litro', 'liter'],
};
