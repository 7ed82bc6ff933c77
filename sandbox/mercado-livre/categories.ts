import type { AttributeDefinition } from './attributes.ts';
import { attribute, capacity, color, material, ordinary, size, voltage, yesNo } from './attributes.ts';

export type Category = {
  id: string;
  name: string;
  parent: string | null;
  domain: string | null;
  minimumPrice: number;
  maxVariations: number;
  /** Percent of the price, Clássico. */
  fee: number;
  words: string[];
  attributes: AttributeDefinition[];
};

const connection = attribute('CONNECTION_TYPE', 'Tipo de conexão', [], {
  value_type: 'list',
  values: [
    { id: '5001', name: 'Bluetooth' },
    { id: '5002', name: 'USB' },
    { id: '5003', name: 'USB-C' },
    { id: '5004', name: 'P2' },
  ],
});
const power = attribute('POWER', 'Potência', [], {
  value_type: 'number_unit',
  allowed_units: [
    { id: 'W', name: 'W' },
    { id: 'kW', name: 'kW' },
  ],
  default_unit: 'W',
});
const pieces = attribute('UNITS_PER_PACK', 'Unidades por kit', ['product_pk'], {
  value_type: 'number',
  hierarchy: 'PARENT_PK',
});
const gender = attribute('GENDER', 'Gênero', ['required'], {
  hierarchy: 'PARENT_PK',
  value_type: 'list',
  values: [
    { id: '339665', name: 'Feminino' },
    { id: '339666', name: 'Masculino' },
    { id: '110461', name: 'Sem gênero' },
    { id: '339668', name: 'Meninas' },
    { id: '339667', name: 'Meninos' },
  ],
});

type Leaf = [id: string, name: string, domain: string, words: string, attributes: AttributeDefinition[]];
type Branch = {
  id: string;
  name: string;
  fee: number;
  maxVariations?: number;
  groups: [string, string, Leaf[]][];
};

const branches: Branch[] = [
  {
    id: 'MLB1574',
    name: 'Casa, Móveis e Decoração',
    fee: 11.5,
    groups: [
      [
        'MLB1618',
        'Cozinha',
        [
          ['MLB269653', 'Canecas', 'MLB-MUGS', 'caneca xicara esmaltada', [color, material, capacity]],
          [
            'MLB269654',
            'Garrafas Térmicas',
            'MLB-THERMAL_BOTTLES',
            'garrafa termica squeeze cantil',
            [color, material, capacity],
          ],
          ['MLB186456', 'Panelas', 'MLB-COOKING_POTS', 'panela frigideira cacarola', [color, material]],
          ['MLB193945', 'Facas', 'MLB-KITCHEN_KNIVES', 'faca chef cutelo', [color, material, pieces]],
          [
            'MLB277635',
            'Potes e Porta-mantimentos',
            'MLB-FOOD_STORAGE_CONTAINERS',
            'pote hermetico marmita mantimento',
            [color, material, capacity, pieces],
          ],
        ],
      ],
      [
        'MLB1631',
        'Enfeites e Decoração da Casa',
        [
          ['MLB264201', 'Luminárias de Mesa', 'MLB-DESK_LAMPS', 'luminaria abajur', [color, voltage, power]],
          ['MLB191839', 'Almofadas', 'MLB-CUSHIONS', 'almofada capa', [color, material]],
          ['MLB187268', 'Relógios de Parede', 'MLB-WALL_CLOCKS', 'relogio parede', [color, material]],
        ],
      ],
      [
        'MLB436246',
        'Cama, Mesa e Banho',
        [
          [
            'MLB31088',
            'Toalhas de Banho',
            'MLB-BATH_TOWELS',
            'toalha banho rosto',
            [color, material, pieces],
          ],
          [
            'MLB31089',
            'Jogos de Cama',
            'MLB-BED_SHEETS',
            'lencol jogo cama fronha',
            [color, material, pieces],
          ],
        ],
      ],
    ],
  },
  {
    id: 'MLB1000',
    name: 'Eletrônicos, Áudio e Vídeo',
    fee: 13,
    groups: [
      [
        'MLB3835',
        'Áudio',
        [
          [
            'MLB196208',
            'Fones de Ouvido',
            'MLB-HEADPHONES',
            'fone ouvido headset earbud bluetooth',
            [color, connection, yesNo('IS_WIRELESS', 'É sem fio')],
          ],
          [
            'MLB278167',
            'Caixas de Som',
            'MLB-SPEAKERS',
            'caixa som speaker portatil',
            [color, connection, power],
          ],
        ],
      ],
      [
        'MLB5054',
        'Acessórios para Celulares',
        [
          [
            'MLB157413',
            'Capas para Celular',
            'MLB-CELLPHONE_COVERS',
            'capa capinha celular case',
            [color, material],
          ],
          [
            'MLB7073',
            'Carregadores',
            'MLB-CELLPHONE_CHARGERS',
            'carregador fonte tomada cabo usb',
            [color, connection, power],
          ],
        ],
      ],
    ],
    maxVariations: 250,
  },
  {
    id: 'MLB5726',
    name: 'Eletrodomésticos',
    fee: 12,
    groups: [
      [
        'MLB1580',
        'Pequenos Eletrodomésticos',
        [
          [
            'MLB8821',
            'Liquidificadores',
            'MLB-BLENDERS',
            'liquidificador',
            [color, voltage, power, capacity],
          ],
          [
            'MLB8822',
            'Cafeteiras',
            'MLB-COFFEE_MAKERS',
            'cafeteira cafe prensa',
            [color, voltage, power, capacity],
          ],
          ['MLB30854', 'Ventiladores', 'MLB-FANS', 'ventilador mesa coluna', [color, voltage, power]],
        ],
      ],
    ],
  },
  {
    id: 'MLB263532',
    name: 'Ferramentas',
    fee: 12,
    groups: [
      [
        'MLB263533',
        'Ferramentas Elétricas',
        [
          [
            'MLB2527',
            'Furadeiras',
            'MLB-ELECTRIC_DRILLS',
            'furadeira parafusadeira impacto',
            [color, voltage, power],
          ],
          [
            'MLB189254',
            'Serras Elétricas',
            'MLB-ELECTRIC_SAWS',
            'serra tico marmore circular',
            [voltage, power],
          ],
        ],
      ],
      [
        'MLB263534',
        'Ferramentas Manuais',
        [
          ['MLB178930', 'Chaves de Fenda', 'MLB-SCREWDRIVERS', 'chave fenda phillips', [material, pieces]],
          [
            'MLB178931',
            'Jogos de Ferramentas',
            'MLB-TOOL_SETS',
            'jogo kit ferramentas soquete maleta',
            [material, pieces],
          ],
          ['MLB178932', 'Trenas', 'MLB-TAPE_MEASURES', 'trena fita metrica', [color, material]],
        ],
      ],
    ],
  },
  {
    id: 'MLB1430',
    name: 'Calçados, Roupas e Bolsas',
    fee: 14,
    maxVariations: 250,
    groups: [
      [
        'MLB108704',
        'Camisetas e Regatas',
        [['MLB31447', 'Camisetas', 'MLB-T_SHIRTS', 'camiseta blusa regata', [color, size, gender, material]]],
      ],
      [
        'MLB1456',
        'Acessórios de Moda',
        [
          ['MLB26426', 'Mochilas', 'MLB-BACKPACKS', 'mochila notebook escolar', [color, material]],
          ['MLB188063', 'Bonés', 'MLB-CAPS', 'bone aba chapeu', [color, gender]],
        ],
      ],
    ],
  },
  {
    id: 'MLB1276',
    name: 'Esportes e Fitness',
    fee: 12.5,
    groups: [
      [
        'MLB218066',
        'Fitness e Musculação',
        [
          ['MLB120365', 'Halteres', 'MLB-DUMBBELLS', 'halter peso anilha', [color, material, pieces]],
          ['MLB120366', 'Tapetes de Yoga', 'MLB-YOGA_MATS', 'tapete yoga colchonete', [color, material]],
          ['MLB120367', 'Cordas de Pular', 'MLB-JUMP_ROPES', 'corda pular', [color, material]],
        ],
      ],
    ],
  },
  {
    id: 'MLB1132',
    name: 'Brinquedos e Hobbies',
    fee: 12,
    groups: [
      [
        'MLB2961',
        'Jogos de Tabuleiro e Cartas',
        [
          ['MLB1161', 'Quebra-cabeças', 'MLB-PUZZLES', 'quebra cabeca puzzle pecas', [pieces, material]],
          ['MLB1162', 'Jogos de Tabuleiro', 'MLB-BOARD_GAMES', 'jogo tabuleiro cartas', [pieces]],
        ],
      ],
    ],
  },
];

const pathFee = { minimumPrice: 8, maxVariations: 100 };

const plain = (id: string, name: string, parent: string | null, fee: number): Category => ({
  id,
  name,
  parent,
  fee,
  domain: null,
  words: [],
  attributes: [],
  ...pathFee,
});

const build = (): Category[] =>
  branches.flatMap((branch) => [
    plain(branch.id, branch.name, null, branch.fee),
    ...branch.groups.flatMap(([groupId, groupName, leaves]) => [
      plain(groupId, groupName, branch.id, branch.fee),
      ...leaves.map(
        ([id, name, domain, words, attributes]): Category => ({
          id,
          name,
          domain,
          parent: groupId,
          fee: branch.fee,
          minimumPrice: pathFee.minimumPrice,
          maxVariations: branch.maxVariations ?? pathFee.maxVariations,
          words: words.split(' '),
          attributes: [...ordinary, ...attributes],
        }),
      ),
    ]),
  ]);

export const categories: Category[] = build();

const byId = new Map(categories.map((category) => [category.id, category]));

export const categoryById = (id: string | null): Category | null => byId.get(id ?? '') ?? null;

export const childrenOf = (id: string | null): Category[] =>
  categories.filter((category) => category.parent === id);

export const pathOf = (category: Category): Category[] => {
  const parent = categoryById(category.parent);
  return parent === null ? [category] : [...pathOf(parent), category];
};

export const attributeOf = (category: Category, id: string): AttributeDefinition | null =>
  category.attributes.find((definition) => definition.id === id) ?? null;
