/** It gives codes alone, spelt in more ways than one; what its own pages in Brazil call them. */
const words: Readonly<Record<string, string>> = {
  NOT_RECEIPT: 'Não recebi o pedido',
  NONRECEIPT: 'Não recebi o pedido',
  WRONG_ITEM: 'Recebi o produto errado',
  ITEM_DAMAGED: 'Produto danificado',
  PHYSICAL_DMG: 'Produto com dano físico',
  FUNCTIONAL_DMG: 'Produto com defeito',
  ITEM_MISSING: 'Pedido incompleto',
  DIFFERENT_DESCRIPTION: 'Diferente da descrição',
  DIFF_DESC: 'Diferente da descrição',
  ITEM_FAKE: 'Produto falsificado',
  CHANGE_MIND: 'Arrependimento',
  MUTUAL_AGREE: 'Acordo com o vendedor',
  MUITAL_AGREE: 'Acordo com o vendedor',
};

/** One that nobody has heard of stands as it came. */
export const reasonWords = (code: string): string =>
  Object.hasOwn(words, code) ? (words[code] ?? code) : code === 'OTHER' ? 'Outro motivo' : code;
