/** Margin floors, and their automatic changes. */
export const margin = {
  title: 'Piso de margem',
  hint: 'O que mudou automaticamente quando custo, tarifa, frete, imposto ou uma promoção deixaram a margem abaixo do piso.',
  list: 'Mudanças de margem',
  search: 'Buscar por anúncio, variação ou SKU',
  empty: 'Nenhuma mudança de margem',
  emptyHint: 'Defina um piso na conta ou na publicação: o que ficar abaixo dele aparece aqui.',
  accounts: 'Abrir contas',
  changed: 'Quando',
  publication: 'Anúncio',
  account: 'Conta',
  cause: 'Causa',
  outcome: 'Ação',
  floorAt: 'Piso',
  undo: 'Desfazer',
  accept: 'Aceitar margem',
  acceptUntil: 'Aceitar até o fim',
  acceptUntilSure: 'Aceitar a margem de {{name}} até o fim da promoção?',
  acceptUntilHint: 'A promoção continua. Quando ela acabar ou mudar, o piso volta a valer.',
  leave: 'Sair da promoção',
  leaveElsewhere: 'Esta promoção só pode ser deixada no site do marketplace.',
  undoSure: 'Desfazer para {{name}}?',
  undoPrice:
    'O preço volta a {{price}}, com a margem que isso der. Se o custo subir mais, o piso age de novo.',
  undoHold: 'O estoque volta a ser mostrado com a margem atual. Se o custo subir mais, o piso age de novo.',
  undone: 'Desfeito em {{at}}',
  over: 'Sem efeito',
  causes: {
    cost: 'Custo',
    fee: 'Tarifa',
    freight: 'Frete',
    tax: 'Imposto',
    size: 'Novas medidas',
    floor: 'Piso definido',
    promotion: 'Promoção',
    wholesale: 'Preço de atacado',
  },
  outcomes: {
    repriced: 'Preço novo',
    held: 'Estoque zerado',
    warned: 'Aviso',
    released: 'De volta à venda',
  },
  terms: {
    what: 'O que mudou',
    price: 'Preço',
    cost: 'Custo',
    fee: 'Tarifa',
    freight: 'Frete',
    taxBasisPoints: 'Imposto',
    margin: 'Margem',
  },
  fromTo: '{{term}}: de {{before}} para {{after}}',
  states: {
    warned: 'Margem abaixo do piso',
    held: 'Estoque zerado: margem abaixo do piso',
  },
  floor: {
    set: 'Piso de margem',
    none: 'Sem piso de margem',
    of: 'Piso {{margin}}: {{action}}',
    ofAccount: 'Piso da conta, {{margin}}: {{action}}',
    accountTitle: 'Piso de margem de {{name}}',
    accountHint:
      'Vale para as publicações desta conta sem piso próprio. Margem é o que sobra do preço depois de custo, tarifa, frete e imposto.',
    publicationTitle: 'Piso de margem de {{name}}',
    publicationHint:
      'Margem é o que sobra do preço depois de custo, tarifa, frete e imposto. Sem piso próprio, vale o da conta.',
    margin: 'Margem mínima',
    action: 'Abaixo do piso',
    off: 'Não fazer nada',
    asAccount: 'Usar o piso da conta',
    submit: 'Salvar piso',
  },
  actions: {
    reprice: 'subir o preço',
    hold: 'zerar o estoque',
    warn: 'só avisar',
  },
};

export const marginFailures = {
  'marginChanges.list': 'Não foi possível carregar as mudanças de margem!',
  'marginChanges.undo': 'Não foi possível desfazer!',
  'publications.updateFloor': 'Não foi possível salvar o piso!',
};

export const marginSuccesses = {
  'marginChanges.undo': 'Desfeito',
  'publications.updateFloor': 'Piso salvo',
};
