/** Other suppliers of a sale that its supplier refused or was short of. */
export const substitutes = {
  title: 'Substitutos',
  refusedHint:
    'A venda e o comprador continuam os mesmos: só muda de onde os produtos saem. O estoque é reservado na hora.',
  shortHint: 'Em vez de esperar estoque, a venda pode sair de outro lugar. O estoque é reservado na hora.',
  none: 'Nenhum outro lugar tem todos os itens agora',
  noneHint:
    'Procuramos pelo mesmo GTIN e por produtos da mesma marca e dos mesmos atributos, com saldo para a venda inteira.',
  invoiced: 'Esta venda não muda mais de fornecedor',
  invoicedHint:
    'Ela já foi embalada e entrou na fatura do fornecedor. Combine uma nova tentativa com ele ou cancele a venda.',
  match: { gtin: 'Mesmo GTIN', alike: 'Mesma marca e atributos' },
  own: 'Seu estoque',
  leavesFrom: 'Sai de {{warehouse}}',
  cost: 'Custo',
  margin: 'Lucro',
  loss: 'Prejuízo',
  available_one: 'estoque para {{count}} venda como esta',
  available_other: 'estoque para {{count}} vendas como esta',
  inStock: '{{count}} em estoque',
  dispatchLimit: 'Despachar até',
  acceptedByHand: 'Este fornecedor aceita cada venda manualmente',
  noHistory: 'Você ainda não tem vendas com este fornecedor',
  onTime_one: '{{percent}} no prazo em {{n:sales}} venda sua',
  onTime_other: '{{percent}} no prazo em {{n:sales}} vendas suas',
  sent: 'Vendas suas já enviadas: {{n:sales}}',
  refused: 'Recusas em 90 dias: {{count}}',
  short: 'Faltas em 90 dias: {{count}}',
  take: 'Passar venda',
  takeTitle: 'Passar a venda para {{supplier}}?',
  takeText:
    'O estoque é reservado em {{warehouse}} agora, pelo custo de hoje. {{before}} deixa de ver a venda. O anúncio não muda.',
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
  cause: 'Causa',
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
  emptyHint:
    'As vendas que você recusar, ou que outro enviar por falta de estoque aqui, ficam registradas aqui.',
  bench: 'Você recusou esta venda',
  benchHint: 'Não embale e não despache. O vendedor vai passar a venda para outro fornecedor ou cancelar.',
};

export const substitutesFailures = {
  'refusedSales.list': 'Não foi possível carregar as vendas recusadas!',
  'substitutes.list': 'Não foi possível procurar substitutos',
  'substitutes.take': 'Não foi possível passar a venda',
};

export const substitutesSuccesses = {
  'substitutes.take': 'Venda passada e estoque reservado',
};
