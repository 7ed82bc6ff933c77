const people = [
  'Ana Beatriz Lopes',
  'Carlos Eduardo Pires',
  'Daniela Sato',
  'Eduardo Machado',
  'Fernanda Queiroz',
  'Gustavo Henrique Dias',
  'Heloísa Martins',
  'Igor Nascimento',
  'Juliana Bastos',
  'Kleber Antunes',
  'Letícia Cardoso',
  'Marcelo Vieira',
  'Natália Campos',
  'Otacílio Freire',
  'Patrícia Gouveia',
  'Rafael Siqueira',
  'Simone Azevedo',
  'Thiago Brandão',
  'Vanessa Leal',
  'Yuri Matsuda',
] as const;

const homes = [
  ['01310100', 'Avenida Paulista', 'Bela Vista', 'São Paulo', 'SP'],
  ['20040002', 'Avenida Rio Branco', 'Centro', 'Rio de Janeiro', 'RJ'],
  ['30130110', 'Rua dos Goitacazes', 'Centro', 'Belo Horizonte', 'MG'],
  ['80020310', 'Rua XV de Novembro', 'Centro', 'Curitiba', 'PR'],
  ['90010150', 'Rua dos Andradas', 'Centro Histórico', 'Porto Alegre', 'RS'],
  ['40020000', 'Rua Chile', 'Centro', 'Salvador', 'BA'],
  ['50030230', 'Avenida Rio Branco', 'Recife', 'Recife', 'PE'],
  ['60025061', 'Rua Barão do Rio Branco', 'Centro', 'Fortaleza', 'CE'],
  ['70040010', 'Setor Bancário Norte', 'Asa Norte', 'Brasília', 'DF'],
  ['88010400', 'Rua Felipe Schmidt', 'Centro', 'Florianópolis', 'SC'],
  ['13010040', 'Rua Barão de Jaguara', 'Centro', 'Campinas', 'SP'],
] as const;

export const buyers = people.map((buyerName, index) => {
  const [zip, street, neighborhood, city, state] = homes[index % homes.length] ?? homes[0];
  return { buyerName, address: { zip, street, number: String(40 + index * 37), neighborhood, city, state } };
});
