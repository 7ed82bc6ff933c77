/** The subject of a picture. */
export type Shape =
  | 'mug'
  | 'pan'
  | 'box'
  | 'lamp'
  | 'cushion'
  | 'towel'
  | 'bottle'
  | 'tool'
  | 'plant'
  | 'ball'
  | 'backpack'
  | 'bowl';

export type Shelf = {
  category: readonly [father: string, child: string];
  shape: Shape;
  brand: string;
  code: string;
  /** Cost of the first, in centavos; the others are near it. */
  cost: number;
  /** kg and cm, as packed */
  size: readonly [weight: number, width: number, height: number, depth: number];
  names: readonly string[];
  /** Type of variation and its values; none: one variation. */
  varies?: readonly [type: 'Color' | 'Size' | 'Voltage', values: readonly string[]];
};

export const homeGoods: readonly Shelf[] = [
  {
    category: ['Casa e Cozinha', 'Canecas e Xícaras'],
    shape: 'mug',
    brand: 'Serena',
    code: 'CAN',
    cost: 1490,
    size: [0.38, 12, 11, 9],
    varies: ['Color', ['Branco', 'Preto', 'Azul', 'Verde']],
    names: [
      'Caneca Esmaltada 350 ml',
      'Caneca de Porcelana 300 ml',
      'Caneca Térmica Inox 450 ml',
      'Caneca de Cerâmica Rústica 400 ml',
      'Xícara de Café com Pires 80 ml',
      'Xícara de Chá com Pires 200 ml',
      'Caneca Tulipa de Vidro 320 ml',
      'Caneca de Ágata Fazenda 500 ml',
      'Caneca com Tampa de Bambu 350 ml',
      'Copo Térmico com Alça 600 ml',
    ],
  },
  {
    category: ['Casa e Cozinha', 'Panelas'],
    shape: 'pan',
    brand: 'Fogo Manso',
    code: 'PAN',
    cost: 6990,
    size: [1.9, 42, 16, 26],
    varies: ['Size', ['20 cm', '24 cm', '28 cm']],
    names: [
      'Frigideira Antiaderente com Tampa',
      'Panela de Ferro Fundido',
      'Caçarola Cerâmica com Alças',
      'Wok Antiaderente com Cabo de Madeira',
      'Panela de Pressão Alumínio Polido',
      'Leiteira Esmaltada',
      'Assadeira de Vidro com Tampa',
      'Panela de Barro Capixaba',
      'Omeleteira Dupla',
      'Bule Esmaltado',
    ],
  },
  {
    category: ['Casa e Cozinha', 'Tigelas e Saladeiras'],
    shape: 'bowl',
    brand: 'Serena',
    code: 'TIG',
    cost: 2390,
    size: [0.7, 24, 10, 24],
    varies: ['Color', ['Branco', 'Terracota', 'Azul']],
    names: [
      'Tigela de Cerâmica para Cereal',
      'Saladeira de Bambu Grande',
      'Bowl de Porcelana para Lámen',
      'Jogo de Ramequins para Forno',
      'Fruteira de Mesa Trançada',
      'Tigela de Vidro com Tampa Hermética',
      'Travessa Oval de Cerâmica',
      'Petisqueira com Divisórias',
    ],
  },
  {
    category: ['Organização', 'Caixas Organizadoras'],
    shape: 'box',
    brand: 'Guarda Bem',
    code: 'CXO',
    cost: 2990,
    size: [0.9, 38, 22, 28],
    varies: ['Size', ['P', 'M', 'G']],
    names: [
      'Caixa Organizadora com Tampa',
      'Caixa Organizadora Transparente com Travas',
      'Cesto Organizador de Fibra Natural',
      'Organizador de Gavetas Modular',
      'Caixa para Brinquedos com Rodízios',
      'Porta-Mantimentos Hermético',
      'Cesto de Roupas Dobrável',
      'Organizador de Geladeira',
      'Caixa Dobrável de Tecido',
      'Sapateira Empilhável',
    ],
  },
  {
    category: ['Decoração', 'Luminárias'],
    shape: 'lamp',
    brand: 'Lume',
    code: 'LUM',
    cost: 5490,
    size: [1.1, 22, 40, 22],
    varies: ['Voltage', ['127 V', '220 V']],
    names: [
      'Luminária de Mesa Articulada',
      'Abajur de Cerâmica com Cúpula de Linho',
      'Luminária de Chão Tripé',
      'Pendente de Palha Natural',
      'Arandela Externa de Alumínio',
      'Luminária Touch Recarregável',
      'Cordão de Luzes para Varanda',
      'Spot de Trilho Direcionável',
      'Luminária de Leitura com Garra',
    ],
  },
  {
    category: ['Decoração', 'Almofadas'],
    shape: 'cushion',
    brand: 'Aconchego',
    code: 'ALM',
    cost: 3290,
    size: [0.5, 45, 15, 45],
    varies: ['Color', ['Cru', 'Mostarda', 'Verde', 'Azul']],
    names: [
      'Almofada de Linho 45 x 45',
      'Almofada de Tricô 50 x 50',
      'Almofada Lombar Bordada',
      'Capa de Almofada de Veludo',
      'Almofada de Chão Futton',
      'Capa de Almofada Listrada',
      'Rolo Decorativo de Veludo',
      'Almofada Redonda Plissada',
    ],
  },
  {
    category: ['Cama, Mesa e Banho', 'Toalhas'],
    shape: 'towel',
    brand: 'Algodão do Vale',
    code: 'TOA',
    cost: 2790,
    size: [0.6, 32, 8, 26],
    varies: ['Color', ['Branco', 'Cinza', 'Azul', 'Terracota']],
    names: [
      'Toalha de Banho Fio Penteado',
      'Toalha de Rosto Canelada',
      'Jogo de Toalhas 4 Peças',
      'Toalha de Praia Listrada',
      'Pano de Prato Felpudo Kit com 5',
      'Toalha de Mesa Retangular',
      'Jogo Americano de Algodão',
      'Roupão Felpudo',
      'Piso para Banheiro Atoalhado',
    ],
  },
  {
    category: ['Casa e Cozinha', 'Garrafas e Jarras'],
    shape: 'bottle',
    brand: 'Nascente',
    code: 'GAR',
    cost: 3990,
    size: [0.5, 9, 28, 9],
    varies: ['Color', ['Preto', 'Azul', 'Rosa']],
    names: [
      'Garrafa Térmica Inox 1 L',
      'Garrafa de Água Esportiva 750 ml',
      'Jarra de Vidro com Tampa 1,5 L',
      'Garrafa Infantil com Canudo 400 ml',
      'Garrafa de Vidro com Capa de Silicone',
      'Moringa de Cerâmica com Copo',
      'Squeeze Dobrável de Silicone',
      'Garrafa Térmica de Mesa 1,8 L',
      'Infusor de Chá Portátil 400 ml',
    ],
  },
];

export const outdoorGoods: readonly Shelf[] = [
  {
    category: ['Jardim', 'Vasos e Cultivo'],
    shape: 'plant',
    brand: 'Quintal',
    code: 'JAR',
    cost: 2490,
    size: [1.2, 26, 26, 26],
    varies: ['Color', ['Terracota', 'Grafite', 'Branco']],
    names: [
      'Vaso Autoirrigável Redondo',
      'Vaso de Cimento Hexagonal',
      'Floreira Suspensa para Varanda',
      'Kit Horta em Casa com Sementes',
      'Cachepô de Fibra com Pés',
      'Regador de Metal 2 L',
      'Suporte de Macramê para Vaso',
      'Vaso de Parede Vertical',
      'Composteira Doméstica 15 L',
    ],
  },
  {
    category: ['Ferramentas', 'Ferramentas Manuais'],
    shape: 'tool',
    brand: 'Mão Firme',
    code: 'FER',
    cost: 4590,
    size: [1.4, 34, 9, 20],
    names: [
      'Jogo de Chaves de Fenda 12 Peças',
      'Martelo Unha Cabo de Fibra 27 mm',
      'Alicate Universal Isolado 8"',
      'Trena Emborrachada 8 m',
      'Serrote Dobrável de Poda',
      'Maleta de Ferramentas 58 Peças',
      'Nível de Alumínio 40 cm',
      'Jogo de Chaves Combinadas 10 Peças',
      'Tesoura de Poda Profissional',
      'Estilete Profissional com 10 Lâminas',
    ],
  },
  {
    category: ['Esporte', 'Bolas'],
    shape: 'ball',
    brand: 'Várzea',
    code: 'BOL',
    cost: 5290,
    size: [0.5, 23, 23, 23],
    names: [
      'Bola de Futebol de Campo Costurada',
      'Bola de Futsal Termotec',
      'Bola de Vôlei de Praia',
      'Bola de Basquete Tamanho 7',
      'Bola de Handebol H3L',
      'Bola Suíça 65 cm com Bomba',
      'Kit 3 Bolas de Frescobol',
      'Bola de Futebol Society',
    ],
  },
  {
    category: ['Esporte', 'Mochilas'],
    shape: 'backpack',
    brand: 'Trilha',
    code: 'MOC',
    cost: 8990,
    size: [0.9, 32, 48, 18],
    varies: ['Color', ['Preto', 'Verde', 'Azul']],
    names: [
      'Mochila de Hidratação 2 L',
      'Mochila Cargueira 60 L',
      'Mochila Urbana Impermeável 25 L',
      'Bolsa Térmica 18 L',
      'Mochila Infantil Escolar',
      'Pochete Esportiva',
      'Mochila para Notebook 15,6"',
      'Bolsa de Academia com Porta-Tênis',
    ],
  },
  {
    category: ['Casa e Cozinha', 'Cantis e Garrafas'],
    shape: 'bottle',
    brand: 'Trilha',
    code: 'CTI',
    cost: 3490,
    size: [0.4, 9, 26, 9],
    varies: ['Color', ['Preto', 'Verde']],
    names: [
      'Cantil de Alumínio 1 L',
      'Garrafa Filtrante para Trilha 650 ml',
      'Garrafa Térmica de Camping 1,2 L',
      'Caneca Dobrável de Camping',
      'Copo Retrátil de Silicone',
      'Bolsa de Água para Mochila 2 L',
    ],
  },
];

export const ownGoods: readonly Shelf[] = [
  {
    category: ['Feito na Loja', 'Kits e Presentes'],
    shape: 'box',
    brand: 'Loja da Praça',
    code: 'KIT',
    cost: 3990,
    size: [0.8, 30, 12, 22],
    names: [
      'Cesta de Café da Manhã',
      'Kit Chá da Tarde',
      'Caixa Presente Casa Nova',
      'Kit Churrasco 4 Peças',
      'Kit Jardinagem Iniciante',
      'Caixa Mimo Aniversário',
    ],
  },
];

/** An article that both suppliers have: what one of them refuses may leave from the other. */
export const soldByBoth: readonly Shelf[] = outdoorGoods
  .filter(({ code }) => code === 'CTI')
  .map((shelf) => ({ ...shelf, names: shelf.names.slice(0, 2) }));
