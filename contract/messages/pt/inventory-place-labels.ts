export const placeLabelFailures = {
  'placesLabels.pdf': 'Não foi possível gerar as etiquetas',
  'placesLabels.zpl': 'Não foi possível gerar as etiquetas',
  'placesLabels.printMany': 'Não foi possível gerar as etiquetas',
};

export const cartFailures = {
  'carts.list': 'Não foi possível carregar os carrinhos!',
  'carts.create': 'Não foi possível cadastrar o carrinho!',
  'carts.update': 'Não foi possível salvar o carrinho!',
  'carts.remove': 'Não foi possível remover o carrinho!',
};

export const cartSuccesses = {
  'carts.create': 'Carrinho cadastrado',
  'carts.update': 'Carrinho salvo',
  'carts.remove': 'Carrinho removido',
};

/** Carts on which units are picked. */
export const carts = {
  title: 'Carrinhos',
  hint: 'Cada lugar do carrinho leva as unidades de uma venda. O carrinho e seus lugares têm código e etiqueta.',
  empty: 'Nenhum carrinho ainda',
  emptyHint: 'Cadastre os carrinhos da separação para etiquetar seus lugares.',
  new: 'Novo carrinho',
  add: 'Cadastrar carrinho',
  edit: 'Editar',
  editTitle: 'Editar {{code}}',
  name: 'Nome',
  nameHint: 'Como a equipe chama este carrinho.',
  warehouse: 'Depósito',
  places: 'Lugares',
  placesHint: 'Uma venda em cada lugar.',
  ofPlaces_one: '{{count}} lugar',
  ofPlaces_other: '{{count}} lugares',
  codes: 'Códigos: {{first}} a {{last}}',
  inUse: 'Em uso na lista {{id}}',
  labels: 'Etiquetas',
  remove: 'Remover',
  removeSure: 'Remover o carrinho {{name}}?',
  removeText: 'O código {{code}} não será usado de novo.',
};

export const placeLabelSuccesses = {
  'placesLabels.printMany': 'Gerando etiquetas',
};

/** Labels of positions. */
export const placeLabels = {
  act: 'Etiquetas',
  title_one: 'Etiqueta de {{n:total}} posição',
  title_other: 'Etiquetas de {{n:total}} posições',
  titleOfCart: 'Etiquetas de {{name}}',
  hintOfCart: 'Uma para o carrinho e uma para cada lugar, com o código de barras.',
  hint: 'Saem na ordem do percurso, com o código de barras e o código grande o bastante para ler a 2 metros.',
  paper: 'Papel',
  papers: {
    a4_14: 'Folha A4 com 14 (99 × 38 mm)',
    a4_8: 'Folha A4 com 8 (99 × 68 mm)',
    '100x50': 'Rolo de 100 × 50 mm',
    '100x150': 'Rolo de 100 × 150 mm',
  },
  compatible: 'Pimaco A4363, Avery L7163 e iguais',
  compatibleLarge: 'Pimaco A4365, Avery L7165 e iguais',
  first: 'Começar na etiqueta',
  firstHint: 'Para aproveitar uma folha já usada. Conte da esquerda para a direita, de cima para baixo.',
  arrows: 'Setas',
  arrowsHint: 'Para etiquetas coladas na longarina, entre dois níveis.',
  arrow: {
    none: 'Sem seta',
    up: 'Todas para cima',
    down: 'Todas para baixo',
    level: 'Conforme o nível',
  },
  prefix: 'Prefixo do nível',
  prefixHint: 'N em A01-P02-N3',
  below: 'Para baixo até o nível',
  belowHint: 'Os níveis acima dele recebem seta para cima.',
  print: 'Imprimir',
  pdf: 'Baixar PDF',
  zpl: 'Baixar ZPL',
  manyPdf: 'Gerar PDF',
  manyZpl: 'Gerar ZPL',
  leaves: 'Só onde ficam volumes',
};
