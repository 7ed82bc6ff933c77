/** The balance of credits between a seller and a supplier. */
export const pairBalance = {
  title: 'Saldos de créditos',
  one: 'Saldo com {{partner}}',
  sellerHint:
    'O que fornecedores devem a você por devoluções, contestações aceitas e pagamentos a mais. É abatido das faturas a pagar, da mais antiga para a mais nova.',
  supplierHint:
    'O que você deve a vendedores por devoluções, contestações aceitas e pagamentos a mais. É abatido das faturas a receber, da mais antiga para a mais nova.',
  empty: 'Nenhum saldo ainda',
  emptyHint:
    'O primeiro aparece quando uma devolução, uma contestação aceita ou um pagamento a mais gerar um crédito.',
  balance: 'Saldo',
  sent: 'Pago, falta confirmar',
  lastEntry: 'Último lançamento',
  entries: 'Lançamentos do saldo',
  noEntries: 'Nenhum lançamento',
  entry: 'Lançamento',
  day: 'Data',
  value: 'Valor',
  after: 'Saldo depois',
  invoice: 'Fatura',
  order: 'Venda',
  kinds: {
    return: 'Devolução',
    dispute: 'Contestação aceita',
    hand_credit: 'Crédito manual',
    overpayment: 'Pagamento a mais',
    set_off: 'Abatido de fatura',
    payout: 'Pago ao vendedor',
    payout_refused: 'Pagamento que não chegou',
    carry: 'Saldo de antes',
    difference: 'Diferença de pagamento de antes',
  },
  payouts: 'Pagamentos do saldo',
  payoutStates: { sent: 'Falta confirmar', confirmed: 'Recebido', refused: 'Não chegou' },
  paidOn: 'Pago em {{day}}',
  payOut: 'Pagar o saldo',
  payOutTitle: 'Pagar o saldo a {{seller}}',
  payOutHint:
    'Pague pelo banco, anexe o comprovante, e o vendedor confirma que o dinheiro chegou. O valor sai do saldo agora.',
  amount: 'Valor pago',
  note: 'Observação',
  confirm: 'Confirmar recebimento',
  confirmSure: 'O dinheiro chegou?',
  confirmText: 'Confirme os {{value}} só depois de ver o crédito no extrato do banco.',
  refuse: 'Não chegou',
  refuseTitle: 'O dinheiro não chegou',
  refuseReason: 'O que aconteceu',
  refuseHint: 'O valor volta para o saldo, e o fornecedor lê o motivo.',
  openProof: 'Abrir comprovante',
};

export const pairBalanceFailures = {
  'pairBalances.list': 'Não foi possível carregar os saldos!',
  'pairBalances.detail': 'Não foi possível carregar o saldo!',
  'pairBalances.entries': 'Não foi possível carregar os lançamentos!',
  'pairBalances.credit': 'Não foi possível dar o crédito!',
  'pairBalances.payOut': 'Não foi possível registrar o pagamento do saldo!',
  'pairBalances.confirmPayout': 'Não foi possível confirmar o recebimento!',
  'pairBalances.refusePayout': 'Não foi possível registrar que o dinheiro não chegou!',
};

export const pairBalanceSuccesses = {
  'pairBalances.credit': 'Crédito dado',
  'pairBalances.payOut': 'Pagamento registrado: falta o vendedor confirmar',
  'pairBalances.confirmPayout': 'Recebimento confirmado',
  'pairBalances.refusePayout': 'O valor voltou para o saldo',
};
