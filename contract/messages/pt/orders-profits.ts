/** Results of sales, added up. */
export const profits = {
  title: 'Lucro',
  hint: 'Resultado das vendas não canceladas dos últimos 30 dias, ou do período escolhido em "Comprada em".',
  by: 'Somar por',
  groups: {
    advertisement: 'Anúncio',
    product: 'Produto',
    account: 'Conta',
    supplier: 'Fornecedor',
    day: 'Dia',
  },
  without: {
    advertisement: 'Sem anúncio no Easy',
    product: 'Sem produto vinculado',
    account: 'Vendas manuais',
    supplier: 'Sem fornecedor',
  },
  name: 'Nome',
  sales: 'Vendas',
  units: 'Unidades',
  value: 'Vendido',
  payout: 'Repasse',
  cost: 'Custo',
  salesTax: 'Imposto',
  profit: 'Lucro',
  margin: 'Margem',
  atMostHint: 'no máximo: falta um custo ou uma tarifa',
  payoutAtMostHint: 'no máximo: falta tarifa ou frete',
  empty: 'Nenhuma venda no período',
  emptyHint: 'Escolha outro período em "Comprada em".',
};
export const profitsFailures = {
  'profits.list': 'Não foi possível somar os resultados!',
};
