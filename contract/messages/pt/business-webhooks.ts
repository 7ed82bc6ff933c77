import type { deliveryStates, WebhookTopic, webhookStates } from '../../business/webhook.ts';

export const webhookFailures = {
  'webhooks.list': 'Não foi possível carregar os webhooks!',
  'webhooks.create': 'Não foi possível criar o webhook!',
  'webhooks.update': 'Não foi possível alterar o webhook!',
  'webhooks.renewSecret': 'Não foi possível trocar o segredo!',
  'webhooks.ping': 'Não foi possível enviar o teste!',
  'webhooks.remove': 'Não foi possível excluir o webhook!',
  'webhookDeliveries.list': 'Não foi possível carregar as entregas!',
  'webhookDeliveries.replay': 'Não foi possível reenviar!',
};

export const webhookSuccesses = {
  'webhooks.update': 'Webhook alterado',
  'webhooks.ping': 'Teste na fila',
  'webhooks.remove': 'Webhook excluído',
  'webhookDeliveries.replay': 'Reenvio na fila',
};

/** External addresses that receive changes. */
export const webhooks = {
  title: 'Webhooks',
  hint: 'Endereços avisados na hora sobre vendas, estoque e faturas.',
  empty: 'Nenhum webhook ainda',
  emptyHint: 'Informe o endereço https do seu sistema. Cada aviso é assinado.',
  create: 'Criar webhook',
  createTitle: 'Novo webhook',
  url: 'Endereço',
  urlHint: 'https, acessível pela internet',
  topics: 'Assuntos',
  topicNames: { sales: 'Vendas', stock: 'Estoque', invoices: 'Faturas' } satisfies Record<
    WebhookTopic,
    string
  >,
  secret: 'Segredo',
  shownTitle: 'Copie o segredo agora',
  shownText: 'Use o segredo para conferir a assinatura no seu sistema. Ele não será mostrado de novo.',
  copy: 'Copiar segredo',
  done: 'Já copiei',
  states: {
    active: 'Ativo',
    failing: 'Falhando',
    off: 'Desligado',
    refused: 'Desligado após falhas',
  } satisfies Record<(typeof webhookStates)[number], string>,
  waiting_one: '{{count}} aviso na fila',
  waiting_other: '{{count}} avisos na fila',
  failingSince: 'Falhando desde',
  retryAt: 'Próxima tentativa',
  lastDelivered: 'Última entrega',
  neverDelivered: 'Nada entregue ainda',
  previousUntil: 'Segredo anterior válido até',
  switchOff: 'Desligar',
  switchOn: 'Ligar',
  change: 'Alterar assuntos',
  save: 'Salvar',
  ping: 'Enviar teste',
  isOff: 'O webhook está desligado',
  renewSecret: 'Trocar segredo',
  renewSure: 'Trocar o segredo?',
  renewText: 'Por 24 horas, o segredo atual continua assinando junto com o novo.',
  remove: 'Excluir',
  removeSure: 'Excluir este webhook?',
  removeText: 'O que está na fila não será entregue, e o histórico de entregas é excluído.',
  deliveries: 'Entregas',
  deliveriesEmpty: 'Nenhuma entrega ainda',
  deliveriesEmptyHint: 'Os avisos dos últimos 30 dias aparecem aqui, com a resposta.',
  at: 'Quando',
  type: 'Aviso',
  state: 'Situação',
  deliveryStates: { waiting: 'Na fila', delivered: 'Entregue', failed: 'Não entregue' } satisfies Record<
    (typeof deliveryStates)[number],
    string
  >,
  attempts: 'Tentativas',
  answer: 'Resposta',
  took: '{{ms}} ms',
  to: 'Para',
  replay: 'Reenviar',
  notYet: 'Ainda está na fila',
};

export const webhookMail = {
  subject: 'O webhook de {{business}} para {{host}} foi desligado',
  title: 'Olá, {{name}}',
  text: 'Desde {{since}}, o endereço {{host}} não aceita avisos, por isso o webhook foi desligado.\n\nO que está na fila fica guardado por 30 dias. Corrija o seu sistema e ligue o webhook de novo.',
  action: 'Abrir os webhooks',
};
