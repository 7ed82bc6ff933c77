/** Monthly statements between a seller and a supplier. */
export const statements = {
  title: 'Extratos',
  one: 'Extrato',
  of: 'Extrato de {{month}}',
  hint: 'Um por parceiro e por mês. Você e o parceiro leem os mesmos valores.',
  empty: 'Nenhum extrato ainda',
  emptyHint: 'O primeiro aparece quando a primeira fatura fechar.',
  month: 'Mês',
  invoices: 'Faturas fechadas',
  opening: 'Saldo inicial',
  posted: 'Lançado',
  paid: 'Pago',
  closing: 'Saldo final',
  closingHint: 'Faturas fechadas ainda sem pagamento aprovado',
  balance: 'Saldo',
  entry: 'Lançamento',
  entries: 'Lançamentos',
  sums: 'Resumo do mês',
  year: 'Últimos 12 meses',
  pdf: 'Baixar PDF',
  csv: 'Baixar CSV',
  kinds: {
    sale: 'Vendas embaladas',
    reversal: 'Estornos',
    credit: 'Créditos',
    carry: 'Saldo levado para a fatura seguinte',
    dispute: 'Contestações',
    hand_credit: 'Créditos manuais',
    payment: 'Pagamento aprovado',
  },
};

export const statementFailures = {
  'statements.list': 'Não foi possível carregar os extratos!',
  'statements.detail': 'Não foi possível carregar o extrato!',
  'statements.csv': 'Não foi possível baixar o extrato!',
  'statements.pdf': 'Não foi possível baixar o extrato!',
};
