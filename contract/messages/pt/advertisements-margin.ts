/** Margin floors, and their automatic changes. */
export const margin = {
  title: 'Piso de margem',
  hint: 'O que mudou sozinho quando custo, tarifa ou frete levaram a margem para baixo do piso.',
  list: 'Mudanças por margem',
  search: 'Buscar por anúncio, variação ou SKU',
  empty: 'Nada mudou por causa da margem',
  emptyHint: 'Defina um piso na conta ou em uma publicação: o que ficar abaixo dele aparece aqui.',
  accounts: 'Abrir contas',
  changed: 'Quando',
  publication: 'Anúncio',
  account: 'Conta',
  cause: 'Motivo',
  outcome: 'O que foi feito',
  floorAt: 'Piso',
  undo: 'Desfazer',
  accept: 'Aceitar margem',
  undoSure: 'Desfazer em {{name}}?',
  undoPrice:
    'O preço volta a {{price}} e a margem que resulta é aceita. Se o custo subir mais, o piso age de novo.',
  undoHold: 'O estoque volta a ser mostrado com a margem de hoje. Se o custo subir mais, o piso age de novo.',
  undone: 'Desfeito em {{at}}',
  over: 'Já não vale',
  causes: { cost: 'Custo', fee: 'Tarifa', freight: 'Frete', size: 'Medido de novo', floor: 'Piso definido' },
  outcomes: {
    repriced: 'Preço novo',
    held: 'Estoque 0',
    warned: 'Aviso',
    released: 'De volta à venda',
  },
  terms: {
    what: 'O que mudou',
    price: 'Preço',
    cost: 'Custo',
    fee: 'Tarifa',
    freight: 'Frete',
    margin: 'Margem',
  },
  fromTo: '{{term}}: de {{before}} para {{after}}',
  states: {
    warned: 'Margem abaixo do piso',
    held: 'Estoque 0: margem abaixo do piso',
  },
  floor: {
    set: 'Piso de margem',
    none: 'Sem piso de margem',
    of: 'Piso {{margin}}: {{action}}',
    ofAccount: 'Piso da conta, {{margin}}: {{action}}',
    accountTitle: 'Piso de margem de {{name}}',
    accountHint:
      'Vale para as publicações desta conta que não têm um piso próprio. Margem é o que sobra do preço depois de custo, tarifa e frete.',
    publicationTitle: 'Piso de margem de {{name}}',
    publicationHint:
      'Margem é o que sobra do preço depois de custo, tarifa e frete. Sem piso próprio vale o da conta.',
    margin: 'Margem mínima',
    action: 'Abaixo do piso',
    off: 'Não fazer nada',
    asAccount: 'Usar o da conta',
    submit: 'Salvar piso',
  },
  actions: {
    reprice: 'subir o preço',
    hold: 'mostrar estoque 0',
    warn: 'só avisar',
  },
};

export const marginFailures = {
  'marginChanges.list': 'Não foi possível carregar as mudanças por margem!',
  'marginChanges.undo': 'Não foi possível desfazer!',
  'publications.updateFloor': 'Não foi possível salvar o piso!',
};

export const marginSuccesses = {
  'marginChanges.undo': 'Desfeito',
  'publications.updateFloor': 'Piso salvo',
};
