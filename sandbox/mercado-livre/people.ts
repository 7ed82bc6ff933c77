export type Address = {
  street: string;
  number: string;
  comment: string;
  neighborhood: string;
  city: string;
  state: string;
  stateName: string;
  zip: string;
};

export type Seller = {
  id: number;
  nickname: string;
  first_name: string;
  last_name: string;
  email: string;
  registration_date: string;
  /** An operator works in another person's account and may not authorize applications. */
  operator_of: number | null;
  tags: string[];
  logistic_type: string;
  /** Why the account may not publish, as the marketplace words it; empty when it may. */
  unable_to_list: string[];
  /** Gets a PDF also if ZPL was requested. */
  labels_as_pdf: boolean;
  /** If known, uploaded invoices must be issued by it. */
  cnpj: string | null;
  address: Address;
  /** Places with stock of their own; the two usual ones if the account has several and none is set. */
  stores?: StorePlace[];
};

export type StorePlace = {
  description: string;
  street: string;
  number: string;
  city: string;
  zip: string;
};

export type Buyer = {
  id: number;
  nickname: string;
  first_name: string;
  last_name: string;
  document_type: 'CPF' | 'CNPJ';
  document: string;
  billing_id: string;
  address: Address;
  /** Of a company that is registered for the ICMS. */
  state_registration?: string;
  /** For the invoice, if it is not the address of the parcel. */
  billing_address?: Address;
};

const address = (
  street: string,
  number: string,
  comment: string,
  neighborhood: string,
  place: string,
  zip: string,
): Address => {
  const [city = '', state = '', stateName = ''] = place.split('|');
  return { street, number, comment, neighborhood, city, state, stateName, zip };
};

/** Nobody's operator, may publish, prints what it asks for, uploads invoices of any issuer. */
const ordinary = (): Pick<Seller, 'operator_of' | 'unable_to_list' | 'labels_as_pdf' | 'cnpj'> => ({
  operator_of: null,
  unable_to_list: [],
  labels_as_pdf: false,
  cnpj: null,
});

/** A small seller in Santos who drops off parcels. */
const ofSantos = (
  id: number,
  nickname: string,
  [first_name, last_name]: [string, string],
  { mail, since, number }: { mail: string; since: string; number: string },
): Seller => ({
  ...ordinary(),
  ...{ id, nickname, first_name, last_name },
  email: `vendas@${mail}.example`,
  registration_date: `${since}T09:05:00.000-04:00`,
  tags: ['normal', 'user_info_verified'],
  logistic_type: 'drop_off',
  address: address('Rua General Câmara', number, '', 'Centro', 'Santos|SP|São Paulo', '11010121'),
});

export const seedSellers = (): Seller[] => [
  {
    ...ordinary(),
    id: 182_440_771,
    nickname: 'CASA.DAS.CANECAS',
    first_name: 'Renata',
    last_name: 'Moura',
    email: 'contato@casadascanecas.example',
    registration_date: '2014-03-11T10:12:44.000-04:00',
    tags: ['normal', 'user_info_verified', 'credits_profile', 'mshops'],
    logistic_type: 'xd_drop_off',
    address: address('Rua 25 de Março', '641', '', 'Centro', 'São Paulo|SP|São Paulo', '01021200'),
  },
  {
    ...ordinary(),
    id: 206_946_886,
    nickname: 'OUTLETDOLARBR',
    first_name: 'Marcelo',
    last_name: 'Tavares',
    email: 'vendas@outletdolar.example',
    registration_date: '2016-02-24T15:18:42.000-04:00',
    tags: ['normal', 'user_info_verified', 'user_product_seller', 'messages_as_seller'],
    logistic_type: 'cross_docking',
    address: address(
      'Avenida Afonso Pena',
      '1270',
      'Sala 4',
      'Centro',
      'Belo Horizonte|MG|Minas Gerais',
      '30130003',
    ),
  },
  {
    ...ordinary(),
    id: 331_705_219,
    nickname: 'MUNDO_FERRAMENTAS_CWB',
    first_name: 'Patrícia',
    last_name: 'Koslowski',
    email: 'atendimento@mundoferramentas.example',
    registration_date: '2018-09-03T08:40:10.000-04:00',
    tags: ['normal', 'user_info_verified'],
    logistic_type: 'drop_off',
    address: address('Rua XV de Novembro', '1050', '', 'Centro', 'Curitiba|PR|Paraná', '80060000'),
  },
  {
    ...ordinary(),
    id: 448_120_305,
    nickname: 'REDE.NORDESTE.MULTI',
    first_name: 'Ítalo',
    last_name: 'Barreto',
    email: 'ecommerce@redenordeste.example',
    registration_date: '2020-06-19T14:02:31.000-04:00',
    tags: ['normal', 'user_info_verified', 'user_product_seller', 'warehouse_management', 'multiwarehouse'],
    logistic_type: 'cross_docking',
    address: address(
      'Avenida Conde da Boa Vista',
      '800',
      '',
      'Boa Vista',
      'Recife|PE|Pernambuco',
      '50060004',
    ),
  },
  {
    ...ordinary(),
    id: 477_902_618,
    nickname: 'UTILIDADES.DA.SERRA',
    first_name: 'Lúcia',
    last_name: 'Bender',
    email: 'vendas@utilidadesdaserra.example',
    registration_date: '2019-02-11T09:12:00.000-04:00',
    tags: ['normal', 'user_info_verified'],
    logistic_type: 'drop_off',
    address: address('Rua Sinimbu', '1400', '', 'Centro', 'Caxias do Sul|RS|Rio Grande do Sul', '95020001'),
  },
  {
    ...ordinary(),
    id: 512_880_140,
    nickname: 'CASADASCANECAS-OP1',
    first_name: 'Jonas',
    last_name: 'Silveira',
    email: 'jonas@casadascanecas.example',
    registration_date: '2023-01-12T09:30:00.000-04:00',
    operator_of: 182_440_771,
    tags: ['normal', 'operator'],
    logistic_type: 'xd_drop_off',
    address: address('Rua 25 de Março', '641', '', 'Centro', 'São Paulo|SP|São Paulo', '01021200'),
  },
  {
    ...ordinary(),
    id: 601_334_912,
    nickname: 'CASA.VIVA.SALVADOR',
    first_name: 'Dandara',
    last_name: 'Reis',
    email: 'oi@casaviva.example',
    registration_date: '2024-08-05T11:20:00.000-04:00',
    tags: ['normal', 'user_info_verified'],
    logistic_type: 'drop_off',
    address: address('Avenida Sete de Setembro', '1500', '', 'Vitória', 'Salvador|BA|Bahia', '40080001'),
  },
  {
    ...ordinary(),
    id: 633_480_118,
    nickname: 'FEIRA.DO.LAR',
    first_name: 'Simone',
    last_name: 'Prates',
    email: 'pedidos@feiradolar.example',
    registration_date: '2019-11-08T09:05:00.000-04:00',
    tags: ['normal', 'user_info_verified'],
    logistic_type: 'drop_off',
    address: address('Rua das Palmeiras', '95', '', 'Centro', 'Florianópolis|SC|Santa Catarina', '88010000'),
  },
  {
    ...ordinary(),
    id: 690_215_443,
    nickname: 'ARMAZEM.DO.VALE',
    first_name: 'Otávio',
    last_name: 'Reis',
    email: 'contato@armazemdovale.example',
    registration_date: '2021-05-17T11:40:00.000-04:00',
    tags: ['normal', 'user_info_verified', 'user_product_seller'],
    logistic_type: 'cross_docking',
    address: address('Rua XV de Novembro', '220', '', 'Centro', 'Blumenau|SC|Santa Catarina', '89010001'),
  },
  {
    ...ordinary(),
    id: 715_660_902,
    nickname: 'QUINTAL.DAS.LOUCAS',
    first_name: 'Vera',
    last_name: 'Amaral',
    email: 'vendas@quintaldasloucas.example',
    registration_date: '2022-08-30T10:10:00.000-04:00',
    tags: ['normal', 'user_info_verified'],
    logistic_type: 'drop_off',
    address: address('Rua do Ouro', '48', '', 'Serra', 'Belo Horizonte|MG|Minas Gerais', '30220000'),
  },
  ofSantos(741_203_558, 'LUZ.DO.SERTAO', ['Nelson', 'Cardoso'], {
    mail: 'luzdosertao',
    since: '2023-01-12',
    number: '77',
  }),
  ofSantos(918_240_116, 'VIDA.DE.ANTES', ['Ivone', 'Sales'], {
    mail: 'vidadeantes',
    since: '2021-04-08',
    number: '81',
  }),
  ofSantos(918_240_120, 'LOJAS.DE.ANTES', ['Nair', 'Couto'], {
    mail: 'lojasdeantes',
    since: '2020-09-14',
    number: '85',
  }),
  ofSantos(802_117_436, 'FEITO.EM.CASA', ['Célia', 'Prado'], {
    mail: 'feitoemcasa',
    since: '2022-06-03',
    number: '85',
  }),
  ofSantos(655_310_942, 'RODA.DE.CONVERSA', ['Dora', 'Lemos'], {
    mail: 'rodadeconversa',
    since: '2022-08-09',
    number: '89',
  }),
  ofSantos(655_310_950, 'LOJA.DE.TRES.PRACAS', ['Ruth', 'Moreira'], {
    mail: 'trespracas',
    since: '2022-11-17',
    number: '93',
  }),
  ofSantos(655_310_960, 'VOLTA.DA.MARE', ['Inês', 'Caldas'], {
    mail: 'voltadamare',
    since: '2021-10-05',
    number: '101',
  }),
  ofSantos(655_310_961, 'ILHA.DAS.LOUCAS', ['Davi', 'Porto'], {
    mail: 'ilhadasloucas',
    since: '2022-02-21',
    number: '105',
  }),
  ofSantos(655_310_962, 'PORCELANAS.DO.CAIS', ['Lia', 'Barreto'], {
    mail: 'porcelanasdocais',
    since: '2021-03-02',
    number: '109',
  }),
  ofSantos(655_310_963, 'CAMISETAS.DO.PORTO', ['Nina', 'Salgado'], {
    mail: 'camisetasdoporto',
    since: '2025-02-10',
    number: '113',
  }),
  ofSantos(655_310_964, 'PRIMEIRA.VITRINE', ['Hugo', 'Matias'], {
    mail: 'primeiravitrine',
    since: '2025-06-23',
    number: '117',
  }),
  ofSantos(655_310_966, 'DIA.DE.VENDAS', ['Rita', 'Salles'], {
    mail: 'diadevendas',
    since: '2024-02-19',
    number: '119',
  }),
  ofSantos(655_310_971, 'PRECOS.DA.SEMANA', ['Dora', 'Figueira'], {
    mail: 'precosdasemana',
    since: '2024-03-14',
    number: '123',
  }),
  ofSantos(655_310_972, 'CINQUENTA.ETIQUETAS', ['Caio', 'Ramos'], {
    mail: 'cinquentaetiquetas',
    since: '2024-04-14',
    number: '125',
  }),
  ofSantos(655_310_973, 'PRACA.DAS.LOUCAS', ['Irene', 'Prates'], {
    mail: 'pracadasloucas',
    since: '2024-05-20',
    number: '127',
  }),
  ofSantos(655_310_974, 'SABADO.DE.OFERTAS', ['Lúcia', 'Torres'], {
    mail: 'sabadodeofertas',
    since: '2024-06-11',
    number: '129',
  }),
  ofSantos(655_310_975, 'DOMINGO.DE.OFERTAS', ['Célio', 'Matos'], {
    mail: 'domingodeofertas',
    since: '2024-06-18',
    number: '131',
  }),
  ofSantos(655_310_976, 'SEMANA.DE.CAMPANHAS', ['Rosa', 'Lima'], {
    mail: 'semanadecampanhas',
    since: '2024-07-02',
    number: '133',
  }),
  ofSantos(655_310_977, 'MES.DE.CAMPANHAS', ['Davi', 'Nunes'], {
    mail: 'mesdecampanhas',
    since: '2024-07-09',
    number: '135',
  }),
  ofSantos(655_310_978, 'PEDIDO.QUE.MUDA', ['Olga', 'Ferraz'], {
    mail: 'pedidoquemuda',
    since: '2024-08-12',
    number: '137',
  }),
  ofSantos(655_310_979, 'PEDIDO.MUDADO', ['Ivo', 'Campos'], {
    mail: 'pedidomudado',
    since: '2024-09-16',
    number: '139',
  }),
  ofSantos(655_310_999, 'PLANILHA.DE.ANUNCIOS', ['Elza', 'Prado'], {
    mail: 'planilhadeanuncios',
    since: '2024-09-03',
    number: '199',
  }),
  ofSantos(655_310_980, 'GALPOES.DE.SANTOS', ['Ana', 'Norte'], {
    mail: 'doisgalpoes',
    since: '2024-10-14',
    number: '141',
  }),
  ofSantos(655_310_981, 'DOCAS.DE.SANTOS', ['Ana', 'Docas'], {
    mail: 'duasdocas',
    since: '2024-10-21',
    number: '143',
  }),
  ofSantos(655_310_965, 'MUDANCA.DE.SANTOS', ['Vera', 'Prado'], {
    mail: 'mudancadesantos',
    since: '2023-04-11',
    number: '121',
  }),
];

const buyer = (id: number, nickname: string, name: string, document: string, place: Address): Buyer => {
  const [first = '', ...rest] = name.split(' ');
  return {
    id,
    nickname,
    first_name: first,
    last_name: rest.join(' '),
    document_type: document.length === 11 ? 'CPF' : 'CNPJ',
    document,
    billing_id: String(id * 10 + 7),
    address: place,
  };
};

export const seedBuyers = (): Buyer[] => [
  buyer(
    88_201_334,
    'MARIASANTOS.SSA',
    'Maria Santos',
    '52998224725',
    address('Rua Chile', '10', 'Ap 301', 'Centro', 'Salvador|BA|Bahia', '40020000'),
  ),
  buyer(
    90_417_552,
    'JOAOPEDRO_RJ',
    'João Pedro Almeida',
    '11144477735',
    address('Avenida Rio Branco', '156', 'Bloco B', 'Centro', 'Rio de Janeiro|RJ|Rio de Janeiro', '20040901'),
  ),
  buyer(
    95_773_018,
    'CAMILA.RODRIGUES',
    'Camila Rodrigues',
    '39053344705',
    address('Avenida Paulista', '1578', '12º andar', 'Bela Vista', 'São Paulo|SP|São Paulo', '01310200'),
  ),
  buyer(
    97_204_661,
    'LUCASFERREIRA.BH',
    'Lucas Ferreira',
    '86288366757',
    address('Rua da Bahia', '905', '', 'Centro', 'Belo Horizonte|MG|Minas Gerais', '30160011'),
  ),
  {
    ...buyer(
      99_118_420,
      'ESCRITORIO.AURORA',
      'Escritório Aurora Ltda',
      '11222333000181',
      address(
        'Rua dos Andradas',
        '1234',
        'Sala 802',
        'Centro Histórico',
        'Porto Alegre|RS|Rio Grande do Sul',
        '90020008',
      ),
    ),
    state_registration: '0962998877',
    billing_address: address(
      'Avenida Ipiranga',
      '40',
      '',
      'Praia de Belas',
      'Porto Alegre|RS|Rio Grande do Sul',
      '90160090',
    ),
  },
];
