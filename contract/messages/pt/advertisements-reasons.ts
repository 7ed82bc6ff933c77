/** Why an advertisement shows that many. */
export const reasons = {
  made: 'Dá para vender',
  scarcest: 'Do item mais escasso',
  sum: 'Soma das variações',
  adCap: 'Limite deste anúncio',
  shown: 'Mostrado',
  pushedAt: 'Confirmado por {{account}} em {{at}}',
  neverPushed: 'Ainda não confirmado por {{account}}',
  inactive: 'A variação está desligada',
  noParts: 'Sem composição: não há o que vender.',
  isScarcest: 'o mais escasso',
  onHand: 'No estoque',
  terms: {
    reserved: 'Reservado para vendas pagas',
    soft: 'Reservado para vendas não pagas',
    hold: 'Bloqueado',
    buffer: 'Reserva de segurança',
  },
  sellable: 'Pode ser vendido',
  sellableThere: 'Pode ser vendido, segundo o fornecedor',
  perUnit: 'Por unidade vendida',
  cap: 'Limite da oferta',
  makes: 'Unidades do anúncio',
  withdrawn: 'Oferta retirada pelo fornecedor',
  held: 'Retido pelo fornecedor: fatura vencida',
  offerOff: 'A oferta está desativada',
  sales_one: 'Suas vendas em aberto: {{count}} unidade',
  sales_other: 'Suas vendas em aberto: {{count}} unidades',
  noSales: 'Nenhuma venda sua reserva este produto agora.',
  sale: 'Venda {{id}}',
  kinds: { firm: 'paga', soft: 'não paga' },
};

export const reasonsFailures = {
  'advertisements.explain': 'Não foi possível explicar a quantidade!',
  'advertisementsVariations.explain': 'Não foi possível explicar a quantidade!',
};
