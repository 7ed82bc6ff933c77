/** The tree as a flat list. Names in English and as shown to sellers in Brazil. */

export type Category = {
  id: number;
  parent: number;
  name: string;
  pt: string;
  /** Required fields of the category, only in leaves. */
  brandMandatory: boolean;
  gtin: 'Mandatory' | 'Flexible' | 'Optional';
  dimensionMandatory: boolean;
  attributes: number[];
};

const branch = (id: number, parent: number, name: string, pt: string): Category => ({
  id,
  parent,
  name,
  pt,
  brandMandatory: false,
  gtin: 'Optional',
  dimensionMandatory: false,
  attributes: [],
});

const leaf = (id: number, parent: number, name: string, pt: string, rules: Partial<Category>): Category => ({
  ...branch(id, parent, name, pt),
  dimensionMandatory: true,
  ...rules,
});

export const categories: Category[] = [
  branch(100_636, 0, 'Home & Living', 'Casa e Decoração'),
  branch(100_717, 100_636, 'Dinnerware', 'Utensílios de Mesa'),
  leaf(101_202, 100_717, 'Cups, Mugs & Glasses', 'Copos e Canecas', {
    brandMandatory: true,
    gtin: 'Flexible',
    attributes: [100_134, 101_029, 100_999, 100_370],
  }),
  leaf(101_203, 100_717, 'Plates', 'Pratos', { attributes: [100_134, 100_999] }),
  branch(100_720, 100_636, 'Home Decor', 'Decoração'),
  leaf(101_220, 100_720, 'Vases', 'Vasos', { attributes: [100_134], dimensionMandatory: false }),
  branch(100_640, 0, 'Tools & Home Improvement', 'Ferramentas e Construção'),
  leaf(101_310, 100_640, 'Hand Tools', 'Ferramentas Manuais', {
    brandMandatory: true,
    gtin: 'Mandatory',
    attributes: [100_134, 100_370],
  }),
  branch(100_011, 0, 'Men Clothes', 'Roupas Masculinas'),
  leaf(100_226, 100_011, 'T-Shirts', 'Camisetas', { attributes: [100_134, 100_411, 100_999] }),
  branch(100_632, 0, 'Stationery', 'Papelaria'),
  leaf(101_401, 100_632, 'Notebooks', 'Cadernos', { dimensionMandatory: false, attributes: [] }),
];

export const categoryById = (id: number): Category | null =>
  categories.find((category) => category.id === id) ?? null;

export const isLeaf = (category: Category): boolean =>
  !categories.some(({ parent }) => parent === category.id);

type Value = { id: number; name: string; pt: string; unit?: string; children?: Attribute[] };

export type Attribute = {
  id: number;
  name: string;
  pt: string;
  mandatory: boolean;
  /** 1 single drop-down, 2 single combo, 3 free text, 4 multi drop-down, 5 multi combo. */
  input: 1 | 2 | 3 | 4 | 5;
  units: string[];
  max: number;
  values: Value[];
};

const months: Attribute = {
  id: 100_371,
  name: 'Warranty Duration',
  pt: 'Duração da Garantia',
  mandatory: true,
  input: 1,
  units: [],
  max: 1,
  values: [
    { id: 3_701, name: '3 Months', pt: '3 meses' },
    { id: 3_702, name: '12 Months', pt: '12 meses' },
  ],
};

export const attributes: Attribute[] = [
  {
    id: 100_134,
    name: 'Material',
    pt: 'Material',
    mandatory: true,
    input: 2,
    units: [],
    max: 1,
    values: [
      { id: 1_341, name: 'Ceramic', pt: 'Cerâmica' },
      { id: 1_342, name: 'Glass', pt: 'Vidro' },
      { id: 1_343, name: 'Stainless Steel', pt: 'Aço Inoxidável' },
      { id: 1_344, name: 'Cotton', pt: 'Algodão' },
    ],
  },
  {
    id: 101_029,
    name: 'Capacity',
    pt: 'Capacidade',
    mandatory: false,
    input: 3,
    units: ['ml', 'L'],
    max: 1,
    values: [],
  },
  {
    id: 100_999,
    name: 'Country of Origin',
    pt: 'País de Origem',
    mandatory: false,
    input: 1,
    units: [],
    max: 1,
    values: [
      { id: 9_991, name: 'Brazil', pt: 'Brasil' },
      { id: 9_992, name: 'China', pt: 'China' },
    ],
  },
  {
    id: 100_370,
    name: 'Warranty Type',
    pt: 'Tipo de Garantia',
    mandatory: false,
    input: 1,
    units: [],
    max: 1,
    values: [
      { id: 3_711, name: 'No Warranty', pt: 'Sem garantia' },
      { id: 3_712, name: 'Seller Warranty', pt: 'Garantia do vendedor', children: [months] },
    ],
  },
  {
    id: 100_411,
    name: 'Occasion',
    pt: 'Ocasião',
    mandatory: false,
    input: 5,
    units: [],
    max: 3,
    values: [
      { id: 4_111, name: 'Casual', pt: 'Casual' },
      { id: 4_112, name: 'Sport', pt: 'Esporte' },
    ],
  },
];

/** Also those that another's value brings with it. */
export const attributeById = (id: number): Attribute | null =>
  [...attributes, months].find((attribute) => attribute.id === id) ?? null;

export type Brand = { id: number; name: string };

/** 0 is no brand at all. As in reality, the list has several pages. */
export const brands: Brand[] = [
  { id: 1_150_001, name: 'Simula' },
  { id: 1_150_002, name: 'Oxford' },
  { id: 1_150_003, name: 'Tramontina' },
  ...Array.from({ length: 240 }, (_, index) => ({ id: 1_160_000 + index, name: `Marca ${index + 1}` })),
  { id: 1_150_004, name: 'Louças Zélia' },
];
