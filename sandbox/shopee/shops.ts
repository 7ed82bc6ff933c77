/** The shops. Names with underscores are those of the protocol. */

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

export type Shop = {
  shop_id: number;
  shop_name: string;
  /** A company issues invoices and sees more of its buyers; a person sees the address alone. */
  tax_id_type: 'CPF' | 'CNPJ';
  tax_id: string;
  legal_name: string;
  state_registration: string;
  /** `Shopee` issues the invoices itself and takes none. */
  invoice_issuer: 'Shopee' | 'Other';
  status: 'NORMAL' | 'FROZEN' | 'BANNED';
  address_id: number;
  address: Address;
  /** Channels the shop may send by. */
  channels: number[];
  /** Of a shop that may have several; without one its stock has no place. */
  warehouses?: Warehouse[];
};

export type Warehouse = {
  warehouse_id: number;
  warehouse_name: string;
  /** 1 for pick-up, 2 for returns. */
  warehouse_type: 1 | 2;
  location_id: string;
  address_id: number;
  /** 0 not, 1 on, 2 is being turned off, 3 is being turned on. */
  holiday_mode_state: number;
};

/** The places that stock is written for. */
export const locationsOf = (shop: Shop): string[] =>
  (shop.warehouses ?? []).filter(({ warehouse_type: type }) => type === 1).map(({ location_id: id }) => id);

const address = (street: string, number: string, place: string, zip: string): Address => {
  const [neighborhood = '', city = '', state = '', stateName = ''] = place.split('|');
  return { street, number, comment: '', neighborhood, city, state, stateName, zip };
};

export const seedShops = (): Shop[] => [
  {
    shop_id: 55_667_788,
    shop_name: 'canecas.oficial',
    tax_id_type: 'CNPJ',
    tax_id: '11222333000181',
    legal_name: 'Casa das Canecas Comércio Ltda',
    state_registration: '110042490114',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_011,
    address: address('Rua 25 de Março', '641', 'Centro|São Paulo|SP|São Paulo', '01021200'),
    channels: [90_003, 90_016, 90_022],
  },
  {
    shop_id: 66_020_145,
    shop_name: 'sertao.emporio',
    tax_id_type: 'CNPJ',
    // A number with letters, as they are given out since July 2026.
    tax_id: '12ABC34501DE35',
    legal_name: 'Empório do Sertão Ltda',
    state_registration: '0321418400',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_012,
    address: address('Avenida Conde da Boa Vista', '800', 'Boa Vista|Recife|PE|Pernambuco', '50060004'),
    channels: [90_003, 90_021],
  },
  {
    shop_id: 71_330_902,
    shop_name: 'brecho.da.bia',
    tax_id_type: 'CPF',
    tax_id: '52998224725',
    legal_name: 'Beatriz Lacerda',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_013,
    address: address('Rua da Bahia', '905', 'Centro|Belo Horizonte|MG|Minas Gerais', '30160011'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_411,
    shop_name: 'atelie.da.mudanca',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Olga Ferraz',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_014,
    address: address('Rua do Comércio', '137', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_412,
    shop_name: 'atelie.mudado',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Ivo Campos',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_015,
    address: address('Rua do Comércio', '139', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_413,
    shop_name: 'dois.galpoes',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Ana Norte',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_016,
    address: address('Rua do Comércio', '141', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_414,
    shop_name: 'duas.docas',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Ana Docas',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_017,
    address: address('Rua do Comércio', '143', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_415,
    shop_name: 'repasses.lidos',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Ana Repasses',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_018,
    address: address('Rua do Comércio', '145', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_416,
    shop_name: 'semana.de.descontos',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Rosa Descontos',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_019,
    address: address('Rua do Comércio', '147', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
  {
    shop_id: 81_220_417,
    shop_name: 'mes.de.descontos',
    tax_id_type: 'CPF',
    tax_id: '11144477735',
    legal_name: 'Davi Descontos',
    state_registration: '',
    invoice_issuer: 'Other',
    status: 'NORMAL',
    address_id: 220_020,
    address: address('Rua do Comércio', '149', 'Centro|Santos|SP|São Paulo', '11010141'),
    channels: [90_016],
  },
];

export type Channel = {
  id: number;
  name: string;
  /** How a parcel gets into it. */
  handing: 'pickup' | 'dropoff' | 'non_integrated';
  /** Whether an invoice must be there before the parcel is arranged. */
  invoiced: boolean;
  /** Never the only one. */
  accessory: boolean;
  maxKilos: number;
  maxSum: number;
};

export const channels: Channel[] = [
  {
    id: 90_003,
    name: 'Shopee Xpress',
    handing: 'pickup',
    invoiced: true,
    accessory: false,
    maxKilos: 30,
    maxSum: 200,
  },
  {
    id: 90_016,
    name: 'Correios PAC',
    handing: 'dropoff',
    invoiced: false,
    accessory: false,
    maxKilos: 30,
    maxSum: 200,
  },
  {
    id: 90_021,
    name: 'Logística do Vendedor',
    handing: 'non_integrated',
    invoiced: true,
    accessory: false,
    maxKilos: 100,
    maxSum: 400,
  },
  {
    id: 90_022,
    name: 'Shopee Entrega Direta',
    handing: 'pickup',
    invoiced: true,
    accessory: true,
    maxKilos: 15,
    maxSum: 150,
  },
];

export const channelById = (id: number): Channel | null =>
  channels.find((channel) => channel.id === id) ?? null;
