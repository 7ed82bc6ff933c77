/** Invoices past due: notices, decisions, and the next step. */
export const overdue = {
  title: 'Cobrança',
  saidPaid:
    'Desse valor, {{value}} aguardam a confirmação do pagamento. Vencido sem pagamento informado: {{rest}}.',
  owes_one: '{{value}} em {{count}} fatura vencida desde {{day}}',
  owes_other: '{{value}} em {{count}} faturas, a mais antiga vencida desde {{day}}',
  show: 'Ver faturas',
  hold: 'Zerar anúncios',
  holdSure: 'Zerar os anúncios de {{seller}}?',
  holdText:
    'As quantidades dos seus produtos vão a 0 nos anúncios deste vendedor. Elas voltam automaticamente quando você aprovar o pagamento ou der mais prazo. Vendas já feitas seguem normalmente.',
  extend: 'Dar mais prazo',
  extendTitle: 'Mais prazo para {{seller}}',
  until: 'Nova data',
  extendHint: 'Se nada for pago até lá, você decide de novo no dia seguinte. Anúncios zerados voltam agora.',
  states: {
    noticed: 'Vendedor avisado',
    noticedYou: 'Você foi avisado',
    asked: 'Aguardando decisão',
    held: 'Anúncios zerados',
    extended: 'Prazo até {{day}}',
    ended: 'Encerrada',
  },
  next: {
    seller: {
      ask: 'Sem pagamento, em {{day}} o fornecedor decide se zera os seus anúncios dos produtos dele.',
      decide:
        'O fornecedor está decidindo se zera os seus anúncios dos produtos dele. Pague ou combine um prazo.',
      approve: 'Pagamento informado. A cobrança termina quando o fornecedor aprovar.',
      pay: 'As quantidades estão em 0 e voltam automaticamente quando o fornecedor aprovar o pagamento ou der mais prazo.',
    },
    supplier: {
      ask: 'Sem pagamento, em {{day}} você decide se zera os anúncios.',
      decide: 'Decida: zerar os anúncios ou dar mais prazo. Nada muda até você decidir.',
      approve:
        'O vendedor informou o pagamento. Confira o extrato do banco; a cobrança termina quando você aprovar.',
      pay: 'As quantidades voltam automaticamente quando você aprovar o pagamento ou der mais prazo.',
    },
  },
};

export const overdueFailures = {
  'overdueCases.list': 'Não foi possível carregar as cobranças!',
  'overdueCases.detail': 'Não foi possível carregar a cobrança!',
  'overdueCases.hold': 'Não foi possível zerar os anúncios!',
  'overdueCases.extend': 'Não foi possível dar mais prazo!',
};

export const overdueSuccesses = {
  'overdueCases.hold': 'Anúncios zerados',
  'overdueCases.extend': 'Novo prazo definido',
};

export const overdueMails = {
  overdueNoticed: {
    subject: 'Fatura de {{supplier}} vencida: {{value}}',
    title: 'Olá, {{name}}',
    text: '{{value}} em faturas de {{supplier}} venceram em {{due}} e ainda não foram pagos.\n\nSem pagamento, em {{ask}} {{supplier}} decide se zera os seus anúncios dos produtos dele. Se já pagou, envie o comprovante.',
    action: 'Ver e pagar',
  },
  overdueAsked: {
    subject: '{{seller}} deve {{value}} desde {{due}}: o que fazer?',
    title: 'Olá, {{name}}',
    text: '{{seller}} não pagou {{value}}, vencidos em {{due}}.\n\nDecida se zera os anúncios dele com os seus produtos ou dê mais prazo. Nada muda até você decidir.',
    action: 'Decidir',
  },
  overdueHeld: {
    subject: 'Seus anúncios dos produtos de {{supplier}} foram zerados',
    title: 'Olá, {{name}}',
    text: '{{supplier}} zerou os anúncios porque {{value}} venceram em {{due}}.\n\nAs quantidades voltam automaticamente quando {{supplier}} aprovar o pagamento ou der mais prazo. Vendas já feitas seguem normalmente.',
    action: 'Ver e pagar',
  },
  overdueExtended: {
    subject: '{{supplier}} deu prazo até {{until}}',
    title: 'Olá, {{name}}',
    text: '{{supplier}} deu prazo até {{until}} para os {{value}} vencidos em {{due}}. As quantidades dos anúncios zerados voltam ao normal.',
    action: 'Ver e pagar',
  },
  overdueReleased: {
    subject: 'Seus anúncios dos produtos de {{supplier}} voltaram',
    title: 'Olá, {{name}}',
    text: 'Não há mais nada vencido com {{supplier}}: as quantidades dos anúncios voltaram.',
    action: 'Ver faturas',
  },
};
