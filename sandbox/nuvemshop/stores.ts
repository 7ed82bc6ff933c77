export type Location = {
  id: string;
  name: string;
  is_default: boolean;
  /** Stock is taken from the lowest first. */
  priority: number;
  city: string;
  state: string;
  /** As the merchant or an application gave it; of the first ones only city and state are known. */
  address?: LocationAddress;
  allows_pickup?: boolean;
  created_at?: string;
  updated_at?: string;
};

export type LocationAddress = {
  zipcode: string;
  street: string;
  number: string;
  floor: string;
  locality: string;
  reference: string;
  between_streets: string;
};

export type Store = {
  id: number;
  /** Address of its own shop. */
  handle: string;
  name: string;
  email: string;
  business_id: string;
  /** The highest plan has ten times the room for calls. */
  plan_name: string;
  /** The store or the application is not paid for: the API is closed with 402. */
  suspended: boolean;
  locations: Location[];
};

const place = (id: string, name: string, priority: number, city: string, state: string): Location => ({
  id,
  name,
  is_default: priority === 0,
  priority,
  city,
  state,
});

export const seedStores = (): Store[] => [
  {
    id: 2_451_880,
    handle: 'casa-das-canecas',
    name: 'Casa das Canecas',
    email: 'contato@casadascanecas.example',
    business_id: '11222333000181',
    plan_name: 'Essencial',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0C2A', 'Loja', 0, 'São Paulo', 'SP')],
  },
  {
    id: 3_902_114,
    handle: 'emporio-do-sertao',
    name: 'Empório do Sertão',
    email: 'vendas@emporiodosertao.example',
    business_id: '34028316000103',
    plan_name: 'Impulso',
    suspended: false,
    locations: [
      place('01HV6Q2F3M8K4X9T7R5P1N0C3B', 'Loja do Recife', 0, 'Recife', 'PE'),
      place('01HV6Q2F3M8K4X9T7R5P1N0C4D', 'Depósito de Salvador', 1, 'Salvador', 'BA'),
    ],
  },
  {
    id: 4_530_211,
    handle: 'praca-das-loucas',
    name: 'Praça das Louças',
    email: 'oi@pracadasloucas.example',
    business_id: '45723174000110',
    plan_name: 'Essencial',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0C6F', 'Loja', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_112,
    handle: 'pedido-que-muda',
    name: 'Pedido que Muda',
    email: 'oi@pedidoquemuda.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0C7G', 'Loja', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_113,
    handle: 'pedido-mudado',
    name: 'Pedido Mudado',
    email: 'oi@pedidomudado.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0C8H', 'Loja', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_114,
    handle: 'dois-galpoes',
    name: 'Dois Galpões',
    email: 'oi@doisgalpoes.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0C9J', 'Centro', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_115,
    handle: 'duas-docas',
    name: 'Duas Docas',
    email: 'oi@duasdocas.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0CAK', 'Centro', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_215,
    handle: 'repasses-em-dia',
    name: 'Repasses em Dia',
    email: 'oi@repassesemdia.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0CBL', 'Loja', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_216,
    handle: 'contas-em-dia',
    name: 'Contas em Dia',
    email: 'oi@contasemdia.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0CCM', 'Loja', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_217,
    handle: 'semana-de-precos',
    name: 'Semana de Preços',
    email: 'oi@semanadeprecos.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0CDN', 'Loja', 0, 'Santos', 'SP')],
  },
  {
    id: 4_870_218,
    handle: 'mes-de-precos',
    name: 'Mês de Preços',
    email: 'oi@mesdeprecos.example',
    business_id: '33000167000101',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0CEP', 'Loja', 0, 'Santos', 'SP')],
  },
  // The last one answers the most calls: the suites, which make hundreds, use it.
  {
    id: 4_118_037,
    handle: 'outlet-do-lar',
    name: 'Outlet do Lar',
    email: 'oi@outletdolar.example',
    business_id: '60746948000112',
    plan_name: 'Next',
    suspended: false,
    locations: [place('01HV6Q2F3M8K4X9T7R5P1N0C5E', 'Centro de distribuição', 0, 'Cajamar', 'SP')],
  },
];
