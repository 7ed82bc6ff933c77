/** Lower prices of larger purchases. */
export const wholesale = {
  title: 'Atacado',
  none: 'Sem preços de atacado',
  add: 'Definir preços de atacado',
  change: 'Mudar preços de atacado',
  loading: 'Carregando os preços…',
  dialog: 'Preços de atacado de {{name}}',
  buyers: {
    everyone: 'Quem leva mais unidades na mesma compra paga menos por cada uma.',
    companies:
      'Empresas que compram com CNPJ e levam mais unidades na mesma compra pagam menos por cada uma.',
  },
  price: 'O anúncio custa {{price}}; cada faixa custa menos que a anterior.',
  least: 'O marketplace aceita de {{price}} para cima.',
  inPromotion: 'Há uma promoção ativa: o marketplace pode não aplicar o atacado até ela terminar.',
  band: 'Faixa {{n}}',
  from: 'A partir de',
  units: 'un.',
  unitPrice: 'Preço por unidade',
  margin: 'Margem',
  marginHint:
    'A margem de cada faixa conta o frete de uma unidade; em compras maiores ele costuma ser menor.',
  addBand: 'Adicionar faixa',
  removeBand: 'Tirar a faixa {{n}}',
  most: 'No máximo {{limit}} faixas.',
  empty: 'Nenhuma faixa: todos pagam o preço do anúncio.',
  row: 'A partir de {{number}} un.: {{price}}',
  onlyOnce: 'Disponível quando o anúncio estiver no marketplace.',
  onePrice: 'Disponível quando todas as variações tiverem o mesmo preço.',
  submit: 'Salvar preços',
  mustStayAbove: 'Este anúncio tem preços de atacado: o preço precisa ficar acima de {{price}}.',
  belowFloor: 'abaixo do piso',
};

export const wholesaleFailures = {
  'publications.updateWholesale': 'Não foi possível salvar os preços de atacado!',
};

export const wholesaleSuccesses = {
  'publications.updateWholesale': 'Preços de atacado salvos',
};
