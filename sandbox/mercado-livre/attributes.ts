/** Attribute definitions of categories, as `/categories/{id}/attributes` gives them. */

export type AttributeDefinition = {
  id: string;
  name: string;
  tags: Record<string, boolean>;
  hierarchy: string;
  relevance: number;
  value_type: 'string' | 'number' | 'number_unit' | 'boolean' | 'list';
  value_max_length?: number;
  values?: { id: string; name: string; metadata?: Record<string, unknown> }[];
  allowed_units?: { id: string; name: string }[];
  default_unit?: string;
  attribute_group_id: string;
  attribute_group_name: string;
};

type Extra = Partial<AttributeDefinition>;

export const attribute = (
  id: string,
  name: string,
  tags: string[],
  extra: Extra = {},
): AttributeDefinition => ({
  id,
  name,
  tags: Object.fromEntries(tags.map((tag) => [tag, true])),
  hierarchy: 'ITEM',
  relevance: 1,
  value_type: 'string',
  ...(extra.value_type === undefined || extra.value_type === 'string' ? { value_max_length: 255 } : {}),
  attribute_group_id: 'OTHERS',
  attribute_group_name: 'Outros',
  ...extra,
});

const main = { attribute_group_id: 'MAIN', attribute_group_name: 'Principais' } satisfies Extra;

const units = (...names: string[]) => names.map((name) => ({ id: name, name }));

const colors = [
  ['52049', 'Preto', '000000'],
  ['52055', 'Branco', 'FFFFFF'],
  ['51993', 'Vermelho', 'FF0000'],
  ['52028', 'Azul', '1717FF'],
  ['52014', 'Verde', '0DA600'],
  ['52007', 'Amarelo', 'FFED00'],
  ['52000', 'Laranja', 'FF8C00'],
  ['52035', 'Violeta', '9F00FF'],
  ['51994', 'Rosa', 'FCB1BE'],
  ['52005', 'Marrom', 'A0522D'],
  ['52001', 'Bege', 'F5F3DC'],
  ['52051', 'Cinza-escuro', '666666'],
  ['283165', 'Cinza', 'E1E1E1'],
  ['52053', 'Prateado', 'CBCFD0'],
  ['283164', 'Dourado', 'FFD700'],
  ['283161', 'Azul-marinho', '0F5299'],
  ['51998', 'Bordô', '830500'],
] as const;

export const color = attribute('COLOR', 'Cor', ['allow_variations', 'defines_picture'], {
  ...main,
  hierarchy: 'CHILD_PK',
  value_type: 'list',
  values: colors.map(([id, name, rgb]) => ({ id, name, metadata: { rgb } })),
});

export const voltage = attribute('VOLTAGE', 'Voltagem', ['allow_variations', 'required'], {
  ...main,
  hierarchy: 'CHILD_PK',
  value_type: 'list',
  values: [
    { id: '198812', name: '110V/220V (Bivolt)' },
    { id: '198813', name: '127V' },
    { id: '198814', name: '220V' },
  ],
});

export const size = attribute('SIZE', 'Tamanho', ['allow_variations', 'required'], {
  ...main,
  hierarchy: 'CHILD_PK',
  value_type: 'list',
  values: ['PP', 'P', 'M', 'G', 'GG', 'XGG', '36', '38', '40', '42', '44'].map((name, index) => ({
    id: String(11_375_300 + index),
    name,
  })),
});

export const material = attribute('MATERIAL', 'Material', [], {
  values: [
    'Cerâmica',
    'Porcelana',
    'Vidro',
    'Aço inoxidável',
    'Plástico',
    'Madeira',
    'Algodão',
    'Poliéster',
  ].map((name, index) => ({ id: String(2_748_300 + index), name })),
});

export const capacity = attribute('VOLUME_CAPACITY', 'Capacidade em volume', [], {
  hierarchy: 'PARENT_PK',
  value_type: 'number_unit',
  allowed_units: units('mL', 'L'),
  default_unit: 'mL',
});

export const yesNo = (id: string, name: string, tags: string[] = []): AttributeDefinition =>
  attribute(id, name, tags, {
    value_type: 'boolean',
    values: [
      { id: '242085', name: 'Sim', metadata: { value: true } },
      { id: '242084', name: 'Não', metadata: { value: false } },
    ],
  });

const packageSize = (id: string, name: string, unit: string): AttributeDefinition =>
  attribute(id, name, ['hidden', 'variation_attribute'], {
    value_type: 'number_unit',
    allowed_units: unit === 'g' ? units('g', 'kg') : units('cm', 'mm', 'm'),
    default_unit: unit,
  });

/** Attributes of every leaf category. */
export const ordinary: AttributeDefinition[] = [
  attribute('BRAND', 'Marca', ['required', 'catalog_required'], { ...main, hierarchy: 'PARENT_PK' }),
  attribute('MODEL', 'Modelo', ['catalog_required'], { ...main, hierarchy: 'PARENT_PK' }),
  attribute('ITEM_CONDITION', 'Condição do item', ['hidden'], {
    value_type: 'list',
    values: [
      { id: '2230284', name: 'Novo' },
      { id: '2230581', name: 'Usado' },
      { id: '2230582', name: 'Recondicionado' },
    ],
  }),
  attribute(
    'GTIN',
    'Código universal de produto',
    ['multivalued', 'variation_attribute', 'conditional_required'],
    {
      hierarchy: 'PRODUCT_IDENTIFIER',
    },
  ),
  attribute(
    'EMPTY_GTIN_REASON',
    'Motivo de GTIN vazio',
    ['hidden', 'variation_attribute', 'conditional_required'],
    {
      value_type: 'list',
      values: [
        { id: '17055158', name: 'O produto é artesanal' },
        { id: '17055159', name: 'O produto é um kit ou um pack' },
        { id: '17055160', name: 'O produto não tem código cadastrado' },
        { id: '17055161', name: 'Outro motivo' },
      ],
    },
  ),
  attribute('SELLER_SKU', 'SKU', ['hidden', 'variation_attribute']),
  packageSize('SELLER_PACKAGE_HEIGHT', 'Altura da embalagem do seller', 'cm'),
  packageSize('SELLER_PACKAGE_WIDTH', 'Largura da embalagem do seller', 'cm'),
  packageSize('SELLER_PACKAGE_LENGTH', 'Comprimento da embalagem do seller', 'cm'),
  packageSize('SELLER_PACKAGE_WEIGHT', 'Peso da embalagem do seller', 'g'),
];
