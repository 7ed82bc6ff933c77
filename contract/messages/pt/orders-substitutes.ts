/** Other suppliers of a sale that its supplier refused or was short of. */
export const substitutes = {
  title: 'Substitutos',
  refusedHint:
    'A venda e o comprador continuam: só muda de onde os produtos saem. O estoque passa na mesma hora.',
  shortHint:
    'Enquanto espera entrada de estoque, a venda pode sair de outro lugar. O estoque passa na mesma hora.',
  none: 'Ninguém mais tem todos os itens agora',
  noneHint:
    'Procuramos pelo mesmo GTIN e por produtos da mesma marca e dos mesmos atributos, com saldo para a venda inteira.',
  invoiced: 'Esta venda não muda mais de fornecedor',
  invoicedHint:
    'Ela já foi embalada uma vez e entrou na fatura do fornecedor. Combine com ele uma nova tentativa, ou cancele a venda.',
  match: { gtin: 'Mesmo GTIN', alike: 'Mesma marca e atributos' },
  own: 'Seu estoque',
  leavesFrom: 'Sai de {{warehouse}}',
  cost: 'Custo',
  margin: 'Lucro',
  loss: 'Prejuízo',
  available_one: 'dá para {{count}} venda destas',
  available_other: 'dá para {{count}} vendas destas',
  inStock: '{{count}} em estoque',
  dispatchLimit: 'Despachar até',
  acceptedByHand: 'Este fornecedor aceita cada venda à mão',
  noHistory: 'Ainda sem vendas suas com este fornecedor',
  onTime_one: '{{percent}} no prazo em {{n:sales}} venda sua',
  onTime_other: '{{percent}} no prazo em {{n:sales}} vendas suas',
  sent: 'Vendas suas já enviadas: {{n:sales}}',
  refused: 'Recusas em 90 dias: {{count}}',
  short: 'Faltas em 90 dias: {{count}}',
  take: 'Passar a venda',
  takeTitle: 'Passar a venda para {{supplier}}?',
  takeText:
    'O estoque fica reservado em {{warehouse}} agora, com o custo de hoje. {{before}} deixa de ver a venda. O anúncio não muda.',
};

/** Sales that a supplier refused or was short of, as that supplier reads them. */
export const refusedSales = {
  all: 'Todas',
  tab: 'Recusadas',
  open: 'A expedir',
  show: 'Mostrar',
  title: 'Vendas recusadas',
  sale: 'Venda',
  state: 'Situação',
  states: { waiting: 'Com o vendedor', moved: 'Substituída', canceled: 'Cancelada pelo vendedor' },
  cause: 'Por quê',
  causes: { refused: 'Recusada', short: 'Faltou estoque' },
  reason: 'Motivo',
  items: 'Itens',
  units: 'Unidades',
  seller: 'Vendedor',
  warehouse: 'Depósito',
  refusedAt: 'Data',
  by: 'Por',
  movedAt: 'Substituída em',
  empty: 'Nenhuma venda recusada',
  emptyHint: 'O que você recusa, e o que outro envia porque aqui faltou, fica registrado aqui.',
  bench: 'Você recusou esta venda',
  benchHint: 'Não embale e não despache. O vendedor a passa a outro ou cancela.',
};

export const substitutesFailures = {
  'refusedSales.list': 'Não foi possível carregar as vendas recusadas!',
  'substitutes.list': 'Não foi possível procurar substitutos',
  'substitutes.take': 'Não foi possível passar a venda',
};

export const substitutesSuccesses = {
  'substitutes.take': 'A venda passou e o estoque está reservado',
};
