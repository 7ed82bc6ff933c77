export type PostalAddress = {
  cep: string;
  street: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
  ibge: string;
  ddd: string;
  siafi: string;
  longitude: string;
  latitude: string;
};

type City = [
  name: string,
  state: string,
  ibge: string,
  ddd: string,
  siafi: string,
  longitude: string,
  latitude: string,
];

const cities: Record<string, City> = {
  saoPaulo: ['São Paulo', 'SP', '3550308', '11', '7107', '-46.6333', '-23.5505'],
  campinas: ['Campinas', 'SP', '3509502', '19', '6291', '-47.0608', '-22.9056'],
  guarulhos: ['Guarulhos', 'SP', '3518800', '11', '6477', '-46.5333', '-23.4538'],
  santos: ['Santos', 'SP', '3548500', '13', '7071', '-46.3336', '-23.9608'],
  ribeirao: ['Ribeirão Preto', 'SP', '3543402', '16', '6969', '-47.8103', '-21.1775'],
  rio: ['Rio de Janeiro', 'RJ', '3304557', '21', '6001', '-43.1729', '-22.9068'],
  niteroi: ['Niterói', 'RJ', '3303302', '21', '5865', '-43.1034', '-22.8832'],
  petropolis: ['Petrópolis', 'RJ', '3303906', '24', '5877', '-43.1789', '-22.5112'],
  beloHorizonte: ['Belo Horizonte', 'MG', '3106200', '31', '4123', '-43.9378', '-19.9208'],
  uberlandia: ['Uberlândia', 'MG', '3170206', '34', '5403', '-48.2772', '-18.9186'],
  vitoria: ['Vitória', 'ES', '3205309', '27', '5705', '-40.3377', '-20.3155'],
  curitiba: ['Curitiba', 'PR', '4106902', '41', '7535', '-49.2733', '-25.4284'],
  londrina: ['Londrina', 'PR', '4113700', '43', '7667', '-51.1628', '-23.3045'],
  florianopolis: ['Florianópolis', 'SC', '4205407', '48', '8105', '-48.5492', '-27.5969'],
  joinville: ['Joinville', 'SC', '4209102', '47', '8179', '-48.8461', '-26.3045'],
  portoAlegre: ['Porto Alegre', 'RS', '4314902', '51', '8801', '-51.2177', '-30.0346'],
  caxias: ['Caxias do Sul', 'RS', '4305108', '54', '8599', '-51.1792', '-29.1678'],
  salvador: ['Salvador', 'BA', '2927408', '71', '3849', '-38.5108', '-12.9714'],
  recife: ['Recife', 'PE', '2611606', '81', '2531', '-34.8811', '-8.0539'],
  fortaleza: ['Fortaleza', 'CE', '2304400', '85', '1389', '-38.5267', '-3.7319'],
  natal: ['Natal', 'RN', '2408102', '84', '1761', '-35.2094', '-5.7945'],
  joaoPessoa: ['João Pessoa', 'PB', '2507507', '83', '2051', '-34.8631', '-7.1195'],
  maceio: ['Maceió', 'AL', '2704302', '82', '2785', '-35.7353', '-9.6658'],
  aracaju: ['Aracaju', 'SE', '2800308', '79', '3105', '-37.0717', '-10.9472'],
  saoLuis: ['São Luís', 'MA', '2111300', '98', '0921', '-44.3028', '-2.5307'],
  teresina: ['Teresina', 'PI', '2211001', '86', '1219', '-42.8019', '-5.0892'],
  belem: ['Belém', 'PA', '1501402', '91', '0427', '-48.4902', '-1.4558'],
  manaus: ['Manaus', 'AM', '1302603', '92', '0255', '-60.0217', '-3.1190'],
  macapa: ['Macapá', 'AP', '1600303', '96', '0605', '-51.0664', '0.0349'],
  boaVista: ['Boa Vista', 'RR', '1400100', '95', '0301', '-60.6753', '2.8235'],
  portoVelho: ['Porto Velho', 'RO', '1100205', '69', '0003', '-63.9004', '-8.7612'],
  rioBranco: ['Rio Branco', 'AC', '1200401', '68', '0139', '-67.8243', '-9.9740'],
  palmas: ['Palmas', 'TO', '1721000', '63', '9733', '-48.3336', '-10.2491'],
  goiania: ['Goiânia', 'GO', '5208707', '62', '9373', '-49.2643', '-16.6869'],
  brasilia: ['Brasília', 'DF', '5300108', '61', '9701', '-47.9292', '-15.7801'],
  cuiaba: ['Cuiabá', 'MT', '5103403', '65', '9067', '-56.0974', '-15.6014'],
  campoGrande: ['Campo Grande', 'MS', '5002704', '67', '9051', '-54.6464', '-20.4697'],
  gramado: ['Gramado', 'RS', '4309100', '54', '8681', '-50.8739', '-29.3788'],
  holambra: ['Holambra', 'SP', '3519055', '19', '2923', '-47.0556', '-22.6331'],
  paraty: ['Paraty', 'RJ', '3303807', '24', '5875', '-44.7131', '-23.2178'],
};

/** `cep|street|complement|neighborhood` per city; towns with one code for all have neither street nor neighborhood. */
const places: Record<string, string[]> = {
  saoPaulo: [
    '01001000|Praça da Sé|lado ímpar|Sé',
    '01021200|Rua Vinte e Cinco de Março|de 561/562 ao fim|Centro',
    '01310100|Avenida Paulista|de 612 a 1510 - lado par|Bela Vista',
    '01310200|Avenida Paulista|de 1512 a 2132 - lado par|Bela Vista',
    '01311000|Avenida Paulista|até 609 - lado ímpar|Bela Vista',
    '01305000|Rua Augusta|até 1163 - lado ímpar|Consolação',
    '01414001|Rua Haddock Lobo|de 1001/1002 ao fim|Cerqueira César',
    '04538133|Avenida Brigadeiro Faria Lima|de 3253 ao fim - lado ímpar|Itaim Bibi',
    '05010000|Rua Caiubi|de 1 a 999|Perdizes',
    '05508000|Rua do Lago||Butantã',
    '03010000|Rua Bresser|até 1099/1100|Brás',
  ],
  campinas: [
    '13010001|Rua Barão de Jaguara|até 898/899|Centro',
    '13083970|Rua Sérgio Buarque de Holanda||Cidade Universitária',
  ],
  guarulhos: ['07190100|Rodovia Hélio Smidt||Aeroporto'],
  santos: ['11010000|Rua do Comércio||Centro'],
  ribeirao: ['14010000|Rua General Osório||Centro'],
  rio: [
    '20040002|Avenida Rio Branco|de 51 a 109 - lado ímpar|Centro',
    '20040901|Avenida Rio Branco|156|Centro',
    '22021001|Avenida Atlântica|de 1654 a 2364 - lado par|Copacabana',
    '22041001|Rua Barata Ribeiro|de 501 ao fim - lado ímpar|Copacabana',
    '22410003|Rua Visconde de Pirajá|de 401 ao fim - lado ímpar|Ipanema',
    '20271110|Rua São Francisco Xavier||Maracanã',
  ],
  niteroi: ['24020005|Rua da Conceição||Centro'],
  petropolis: ['25685000|Rua do Imperador||Centro'],
  beloHorizonte: [
    '30130003|Avenida Afonso Pena|de 1022 a 1568 - lado par|Centro',
    '30160011|Rua da Bahia|de 505 a 1049 - lado ímpar|Centro',
    '30140071|Rua Cláudio Manoel||Funcionários',
  ],
  uberlandia: ['38400100|Avenida Afonso Pena||Centro'],
  vitoria: ['29010002|Avenida Jerônimo Monteiro||Centro'],
  curitiba: [
    '80060000|Rua XV de Novembro|de 951/952 ao fim|Centro',
    '80010000|Praça Rui Barbosa||Centro',
    '80240000|Avenida Sete de Setembro||Batel',
  ],
  londrina: ['86010000|Avenida Paraná||Centro'],
  florianopolis: ['88010400|Rua Felipe Schmidt||Centro'],
  joinville: ['89201100|Rua do Príncipe||Centro'],
  portoAlegre: [
    '90020008|Rua dos Andradas|de 1001 ao fim - lado ímpar|Centro Histórico',
    '90035003|Avenida Osvaldo Aranha||Bom Fim',
  ],
  caxias: ['95020172|Avenida Júlio de Castilhos||Nossa Senhora de Lourdes'],
  salvador: [
    '40020000|Rua Chile||Centro',
    '40026280|Largo do Pelourinho||Pelourinho',
    '40140110|Avenida Sete de Setembro||Barra',
  ],
  recife: [
    '50060004|Avenida Conde da Boa Vista||Boa Vista',
    '50030230|Avenida Rio Branco||Recife',
    '51020000|Avenida Conselheiro Aguiar||Boa Viagem',
  ],
  fortaleza: ['60165121|Avenida Beira Mar||Meireles', '60025100|Rua Barão do Rio Branco||Centro'],
  natal: ['59025000|Avenida Rio Branco||Cidade Alta'],
  joaoPessoa: ['58010000|Rua Duque de Caxias||Centro'],
  maceio: ['57020000|Rua do Comércio||Centro'],
  aracaju: ['49010000|Rua João Pessoa||Centro'],
  saoLuis: ['65010000|Rua Grande||Centro'],
  teresina: ['64000000|Rua Álvaro Mendes||Centro'],
  belem: ['66010000|Avenida Presidente Vargas||Campina'],
  manaus: ['69005000|Avenida Eduardo Ribeiro||Centro'],
  macapa: ['68900000|Rua Cândido Mendes||Central'],
  boaVista: ['69301000|Avenida Capitão Ene Garcez||Centro'],
  portoVelho: ['76801000|Avenida Sete de Setembro||Centro'],
  rioBranco: ['69900000|Rua Benjamin Constant||Centro'],
  palmas: ['77015000|Avenida Joaquim Teotônio Segurado||Plano Diretor Sul'],
  goiania: ['74003010|Avenida Goiás||Setor Central'],
  brasilia: [
    '70150900|Praça dos Três Poderes||Zona Cívico-Administrativa',
    '70040010|Quadra SBS Quadra 1||Asa Sul',
  ],
  cuiaba: ['78005000|Avenida Getúlio Vargas||Centro Norte'],
  campoGrande: ['79002000|Rua 14 de Julho||Centro'],
  gramado: ['95670000|||'],
  holambra: ['13825000|||'],
  paraty: ['23970000|||'],
};

const build = (): PostalAddress[] =>
  Object.entries(places).flatMap(([key, lines]) => {
    const [city = '', state = '', ibge = '', ddd = '', siafi = '', longitude = '', latitude = ''] =
      cities[key] ?? [];
    return lines.map((line) => {
      const [cep = '', street = '', complement = '', neighborhood = ''] = line.split('|');
      return { cep, street, complement, neighborhood, city, state, ibge, ddd, siafi, longitude, latitude };
    });
  });

export const addresses = new Map(build().map((address) => [address.cep, address]));

export const stateNames: Record<string, [name: string, region: string]> = {
  AC: ['Acre', 'Norte'],
  AL: ['Alagoas', 'Nordeste'],
  AM: ['Amazonas', 'Norte'],
  AP: ['Amapá', 'Norte'],
  BA: ['Bahia', 'Nordeste'],
  CE: ['Ceará', 'Nordeste'],
  DF: ['Distrito Federal', 'Centro-Oeste'],
  ES: ['Espírito Santo', 'Sudeste'],
  GO: ['Goiás', 'Centro-Oeste'],
  MA: ['Maranhão', 'Nordeste'],
  MG: ['Minas Gerais', 'Sudeste'],
  MS: ['Mato Grosso do Sul', 'Centro-Oeste'],
  MT: ['Mato Grosso', 'Centro-Oeste'],
  PA: ['Pará', 'Norte'],
  PB: ['Paraíba', 'Nordeste'],
  PE: ['Pernambuco', 'Nordeste'],
  PI: ['Piauí', 'Nordeste'],
  PR: ['Paraná', 'Sul'],
  RJ: ['Rio de Janeiro', 'Sudeste'],
  RN: ['Rio Grande do Norte', 'Nordeste'],
  RO: ['Rondônia', 'Norte'],
  RR: ['Roraima', 'Norte'],
  RS: ['Rio Grande do Sul', 'Sul'],
  SC: ['Santa Catarina', 'Sul'],
  SE: ['Sergipe', 'Nordeste'],
  SP: ['São Paulo', 'Sudeste'],
  TO: ['Tocantins', 'Norte'],
};
