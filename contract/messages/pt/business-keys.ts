import type { keyStates } from '../../business/api-key.ts';

export const keyFailures = {
  'apiKeys.list': 'Não foi possível carregar as chaves!',
  'apiKeys.create': 'Não foi possível criar a chave!',
  'apiKeys.revoke': 'Não foi possível revogar a chave!',
};

export const keySuccesses = {
  'apiKeys.revoke': 'Chave revogada',
};

/** Keys by which programs act for the business. */
export const keys = {
  title: 'Chaves da API',
  hint: 'Para integrar programas que trabalham pela empresa, como ERP e planilhas.',
  docs: 'Abrir documentação da API',
  empty: 'Nenhuma chave ainda',
  emptyHint: 'Crie uma chave para cada programa, só com a função necessária.',
  create: 'Criar chave',
  createTitle: 'Nova chave da API',
  name: 'Nome da chave',
  nameHint: 'O programa que vai usá-la',
  role: 'Função',
  roleHint: 'Nenhuma chave pode mudar equipe, chaves, plano, dados bancários ou pagamentos.',
  expiresOn: 'Válida até',
  shownTitle: 'Copie a chave agora',
  shownText: 'Ela não será mostrada de novo. Guarde-a em um lugar seguro.',
  token: 'Chave',
  copy: 'Copiar chave',
  done: 'Já copiei',
  made: 'Criada por {{name}} em',
  expires: 'Válida até',
  lastUse: 'Último uso',
  from: 'de {{address}}',
  neverUsed: 'Ainda não usada',
  states: {
    active: 'Ativa',
    expired: 'Vencida',
    revoked: 'Revogada',
    orphaned: 'Sem proprietário',
  } satisfies Record<(typeof keyStates)[number], string>,
  orphanedHint: 'Quem a criou não é mais proprietário, então a chave não funciona.',
  revoke: 'Revogar',
  revokeSure: 'Revogar a chave {{name}}?',
  revokeText: 'O programa que usa a chave para de funcionar na hora. Não dá para desfazer.',
};
