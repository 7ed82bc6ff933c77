/** The texts of the records that a newcomer gets as examples. */
export const examples = {
  product: {
    name: 'Exemplo: Caneca esmaltada 300 ml',
    description:
      'Isto é um exemplo. Caneca de metal esmaltado, 300 ml, com alça. Vai ao fogo e à lava-louças.\n\nNa descrição, diga medidas, material e o que vem na caixa.',
    colors: { one: 'Azul', other: 'Branco' },
  },
  sku: 'EXEMPLO',
  tag: 'Exemplo',
  view: 'Exemplo: com o marcador',
};
