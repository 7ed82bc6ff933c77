/** The balance of credits between a seller and a supplier. */
export const pairBalance = {
  title: 'Saldos de créditos',
  one: 'Saldo com {{partner}}',
  sellerHint:
    'O que os fornecedores devem a você por devoluções, contestações aceitas e pagamentos a mais. É abatido das faturas a pagar, a partir da mais antiga.',
  supplierHint:
    'O que você deve aos vendedores por devoluções, contestações aceitas e pagamentos a mais. É abatido das faturas a receber, a partir da mais antiga.',
  empty: 'Nenhum saldo ainda',
  emptyHint: 'O primeiro aparece com uma devolução, uma contestação aceita ou um pagamento a mais.',
  balance: 'Saldo',
  sent: 'Pago, a confirmar',
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
    payout_refused: 'Pagamento não recebido',
    carry: 'Saldo anterior',
    difference: 'Diferença de pagamento anterior',
  },
  payouts: 'Pagamentos do saldo',
  payoutStates: { sent: 'A confirmar', confirmed: 'Recebido', refused: 'Não chegou' },
  paidOn: 'Pago em {{day}}',
  payOut: 'Pagar saldo',
  payOutTitle: 'Pagar saldo a {{seller}}',
  payOutHint:
    'Pague pelo banco e anexe o comprovante. Depois, o vendedor confirma que recebeu. O valor sai do saldo agora.',
  amount: 'Valor pago',
  note: 'Observação',
  confirm: 'Confirmar recebimento',
  confirmSure: 'O dinheiro chegou?',
  confirmText: 'Confirme os {{value}} só depois de ver o crédito no extrato do banco.',
  refuse: 'Não chegou',
  refuseTitle: 'O dinheiro não chegou',
  refuseReason: 'O que aconteceu',
  refuseHint: 'O valor volta para o saldo, e o fornecedor vê o motivo.',
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
  'pairBalances.payOut': 'Pagamento registrado. Agora o vendedor confirma.',
  'pairBalances.confirmPayout': 'Recebimento confirmado',
  'pairBalances.refusePayout': 'O valor voltou para o saldo',
};
