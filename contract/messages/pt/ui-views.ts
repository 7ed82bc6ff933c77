export const viewFailures = {
  'savedViews.list': 'Não foi possível carregar as visões!',
  'savedViews.create': 'Não foi possível salvar a visão!',
  'savedViews.update': 'Não foi possível salvar a visão!',
  'savedViews.remove': 'Não foi possível excluir a visão!',
};

export const viewSuccesses = {
  'savedViews.create': 'Visão salva',
  'savedViews.update': 'Visão salva',
  'savedViews.remove': 'Visão excluída',
};

/** Lists as people like to find them: filters, order and columns under a name. */
export const views = {
  title: 'Visões',
  all: 'Todas as linhas',
  mine: 'Minhas',
  shared: 'Da empresa',
  changed: '{{name}} (alterada)',
  opensWith: 'A lista abre com esta',
  save: 'Salvar como nova visão…',
  keep: 'Salvar as mudanças em {{name}}',
  rename: 'Renomear {{name}}…',
  makeDefault: 'Abrir a lista com {{name}}',
  dropDefault: 'Não abrir mais a lista com {{name}}',
  remove: 'Excluir {{name}}',
  removeSure: 'Excluir a visão {{name}}?',
  removeText: 'Nenhuma linha é excluída: só os filtros, a ordem e as colunas guardados sob este nome.',
  removeShared: 'Ela some para todos da empresa. Nenhuma linha é excluída.',
  saveTitle: 'Salvar visão',
  renameTitle: 'Renomear visão',
  saveHint: 'Guarda os filtros, a ordem e as colunas que a lista mostra agora.',
  name: 'Nome',
  forAll: 'Para todos da empresa',
  forAllHint: 'Aparece nesta lista para cada colaborador.',
  asDefault: 'Abrir a lista com ela',
};
