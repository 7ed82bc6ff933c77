/** Invoices past due: notices, decisions, and the next step. */
export const overdue = {
  title: 'Cobrança',
  owes_one: '{{value}} em {{count}} fatura vencida desde {{day}}',
  owes_other: '{{value}} em {{count}} faturas, a mais antiga vencida desde {{day}}',
  show: 'Ver faturas',
  hold: 'Segurar anúncios',
  holdSure: 'Segurar os anúncios de {{seller}}?',
  holdText:
    'As quantidades dos seus produtos vão a 0 nos anúncios deste vendedor. Voltam sozinhas quando você aprovar o pagamento ou der mais prazo. Vendas já feitas seguem normalmente.',
  extend: 'Dar mais prazo',
  extendTitle: 'Mais prazo para {{seller}}',
  until: 'Até o dia',
  extendHint:
    'Se nada for pago até lá, você é perguntado de novo no dia seguinte. Anúncios segurados voltam agora.',
  states: {
    noticed: 'Vendedor avisado',
    asked: 'Aguarda decisão',
    held: 'Anúncios em 0',
    extended: 'Prazo até {{day}}',
    ended: 'Encerrada',
  },
  next: {
    seller: {
      ask: 'Sem pagamento, em {{day}} o fornecedor decide se seus anúncios dos produtos dele vão a 0.',
      decide:
        'O fornecedor está decidindo se seus anúncios dos produtos dele vão a 0. Pague ou combine um prazo.',
      approve: 'Pagamento informado. O fornecedor confere o extrato; ao aprovar, a cobrança termina.',
      pay: 'As quantidades estão em 0 e voltam sozinhas quando o fornecedor aprovar o pagamento ou der mais prazo.',
    },
    supplier: {
      ask: 'Sem pagamento, em {{day}} você decide se os anúncios vão a 0.',
      decide: 'Decida: segurar os anúncios ou dar mais prazo. Sem a sua resposta nada muda.',
      approve: 'O vendedor informou o pagamento. Confira o extrato; ao aprovar, a cobrança termina.',
      pay: 'As quantidades voltam sozinhas quando você aprovar o pagamento ou der mais prazo.',
    },
  },
};

export const overdueFailures = {
  'overdueCases.list': 'Não foi possível carregar as cobranças!',
  'overdueCases.detail': 'Não foi possível carregar a cobrança!',
  'overdueCases.hold': 'Não foi possível segurar os anúncios!',
  'overdueCases.extend': 'Não foi possível dar mais prazo!',
};

export const overdueSuccesses = {
  'overdueCases.hold': 'Anúncios segurados',
  'overdueCases.extend': 'Prazo dado',
};

export const overdueMails = {
  overdueNoticed: {
    subject: 'Fatura de {{supplier}} vencida: {{value}}',
    title: 'Olá, {{name}}',
    text: '{{value}} de faturas de {{supplier}} venceram em {{due}} e ainda não foram pagas.\n\nSem pagamento, em {{ask}} {{supplier}} decide se os seus anúncios dos produtos dele vão a quantidade 0. Se já pagou, envie o comprovante.',
    action: 'Ver e pagar',
  },
  overdueAsked: {
    subject: '{{seller}} deve {{value}} desde {{due}}: o que fazer?',
    title: 'Olá, {{name}}',
    text: '{{seller}} não pagou {{value}} vencidos em {{due}}.\n\nDecida se os anúncios dele com os seus produtos vão a quantidade 0, ou dê mais prazo. Sem a sua resposta nada muda.',
    action: 'Decidir',
  },
  overdueHeld: {
    subject: 'Seus anúncios dos produtos de {{supplier}} estão em 0',
    title: 'Olá, {{name}}',
    text: '{{supplier}} segurou os anúncios porque {{value}} venceram em {{due}}.\n\nAs quantidades voltam sozinhas quando {{supplier}} aprovar o pagamento ou der mais prazo. Vendas já feitas seguem normalmente.',
    action: 'Ver e pagar',
  },
  overdueExtended: {
    subject: '{{supplier}} deu prazo até {{until}}',
    title: 'Olá, {{name}}',
    text: '{{supplier}} deu prazo até {{until}} para os {{value}} vencidos em {{due}}. Anúncios segurados voltam às suas quantidades.',
    action: 'Ver e pagar',
  },
  overdueReleased: {
    subject: 'Seus anúncios dos produtos de {{supplier}} voltaram',
    title: 'Olá, {{name}}',
    text: 'Nada mais está vencido com {{supplier}}: as quantidades dos anúncios voltaram.',
    action: 'Ver faturas',
  },
};
