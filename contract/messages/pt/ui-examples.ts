import type { ExampleKind } from '../../business/examples.ts';

/** Records to begin with, on every screen that shows their mark. */
export const examples = {
  start: 'Começar com exemplos',
  startHint: 'Cria registros de exemplo para você conhecer as telas. Um botão remove todos.',
  mark: 'Exemplo',
  present_one: 'Há {{count}} registro de exemplo no seu negócio.',
  present_other: 'Há {{count}} registros de exemplo no seu negócio.',
  remove: 'Remover exemplos',
  removeSure: 'Remover os exemplos?',
  removeText: 'O que já tem estoque, publicação ou venda fica, e deixa de ser exemplo.',
  changed: '{{name}} (alterado por você)',
  kinds: {
    view: 'Visão salva',
    template: 'Respostas prontas',
    advertisement: 'Anúncio',
    offer: 'Ofertas',
    product: 'Produto',
    image: 'Imagem',
    tag: 'Marcador',
    warehouse: 'Depósito',
  } satisfies Record<ExampleKind, string>,
  kept: 'Já estava em uso e ficou: {{names}}',
  notice: 'Este registro é um exemplo',
  noticeText:
    'Ele não recebe estoque e não é publicado. Use-o como seu para continuar com ele, ou remova os exemplos.',
  refused: 'É um exemplo: use-o como seu ou remova os exemplos',
  keep: 'Usar como meu',
};

export const exampleFailures = {
  'examples.detail': 'Não foi possível carregar os exemplos!',
  'examples.create': 'Não foi possível criar os exemplos!',
  'examples.keep': 'Não foi possível ficar com o exemplo!',
  'examples.remove': 'Não foi possível remover os exemplos!',
};

export const exampleSuccesses = {
  'examples.create': 'Exemplos criados',
  'examples.keep': 'Agora é seu: produto, imagem, ofertas e anúncio não são mais exemplos',
  'examples.remove': 'Exemplos removidos',
};
