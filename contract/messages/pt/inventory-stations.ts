export const stationFailures = {
  'stations.list': 'Não foi possível carregar as estações!',
  'stations.create': 'Não foi possível cadastrar a estação!',
  'stations.update': 'Não foi possível renomear a estação!',
  'stations.revoke': 'Não foi possível encerrar a estação!',
  'stations.unlock': 'Não foi possível desbloquear a estação!',
  'stations.people': 'Não foi possível carregar a estação!',
  'stations.enter': 'Não foi possível entrar!',
};

export const stationSuccesses = {
  'stations.update': 'Estação renomeada',
  'stations.revoke': 'Estação encerrada',
  'stations.unlock': 'Estação desbloqueada',
};

/** Devices of the floor at which people change by PIN. */
export const stations = {
  title: 'Estações',
  hint: 'Aparelhos do depósito em que cada pessoa entra com seu PIN.',
  empty: 'Nenhuma estação ainda',
  emptyHint: 'Abra o Easy no aparelho da bancada, entre com sua senha e cadastre o aparelho aqui.',
  enrol: 'Cadastrar este aparelho',
  enrolTitle: 'Usar este aparelho como estação',
  enrolText:
    'Depois do cadastro, sua sessão neste aparelho termina e só dá para entrar nele com PIN ou senha.',
  name: 'Nome da estação',
  warehouse: 'Depósito',
  enrolled: 'Cadastrada por {{name}} em',
  lastUse: 'Último uso: {{name}},',
  neverUsed: 'Ainda não usada',
  wrongPins_one: '{{count}} PIN errado',
  wrongPins_other: '{{count}} PINs errados',
  state: { active: 'Ativa', locked: 'Bloqueada', revoked: 'Encerrada' },
  rename: 'Renomear',
  renameTitle: 'Renomear estação',
  unlock: 'Desbloquear',
  notLocked: 'Nenhum PIN errado',
  revoke: 'Encerrar',
  revokeSure: 'Encerrar a estação {{name}}?',
  revokeText: 'Quem estiver usando sai na hora, e o aparelho deixa de aceitar PIN.',
  save: 'Salvar',
};
