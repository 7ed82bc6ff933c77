export const stationFailures = {
  'stations.list': 'Não foi possível carregar as estações!',
  'stations.create': 'Não foi possível cadastrar a estação!',
  'stations.update': 'Não foi possível renomear a estação!',
  'stations.revoke': 'Não foi possível encerrar a estação!',
  'stations.unlock': 'Não foi possível liberar a estação!',
  'stations.people': 'Não foi possível carregar a estação!',
  'stations.enter': 'Não foi possível entrar!',
};

export const stationSuccesses = {
  'stations.update': 'Estação renomeada',
  'stations.revoke': 'Estação encerrada',
  'stations.unlock': 'Troca de pessoa liberada',
};

/** Devices of the floor at which people change by PIN. */
export const stations = {
  title: 'Estações',
  hint: 'Aparelhos do depósito em que as pessoas trocam por PIN.',
  empty: 'Nenhuma estação ainda',
  emptyHint: 'Abra o Easy no aparelho da bancada, entre com senha e cadastre-o aqui.',
  enrol: 'Cadastrar este aparelho',
  enrolTitle: 'Este aparelho vira uma estação',
  enrolText: 'Depois de cadastrar, a sua sessão termina neste aparelho e só se entra nele por PIN ou senha.',
  name: 'Nome da estação',
  warehouse: 'Depósito',
  enrolled: 'Cadastrada por {{name}} em',
  lastUse: 'Último uso: {{name}},',
  neverUsed: 'Ainda não usada',
  wrongPins_one: '{{count}} PIN errado',
  wrongPins_other: '{{count}} PINs errados',
  state: { active: 'Ativa', locked: 'Bloqueada', revoked: 'Encerrada' },
  rename: 'Renomear',
  renameTitle: 'Renomear a estação',
  unlock: 'Liberar troca',
  notLocked: 'Nenhum PIN errado',
  revoke: 'Encerrar',
  revokeSure: 'Encerrar a estação {{name}}?',
  revokeText: 'Quem estiver nela sai na hora, e o aparelho não abre mais por PIN.',
  save: 'Salvar',
};
