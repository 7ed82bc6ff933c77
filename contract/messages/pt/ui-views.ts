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
  opensWith: 'Visão padrão da lista',
  save: 'Salvar como nova visão…',
  keep: 'Salvar alterações em {{name}}',
  rename: 'Renomear {{name}}…',
  makeDefault: 'Tornar {{name}} a visão padrão',
  dropDefault: 'Remover {{name}} como padrão',
  remove: 'Excluir {{name}}',
  removeSure: 'Excluir a visão {{name}}?',
  removeText:
    'Só os filtros, a ordem e as colunas desta visão são excluídos. Os registros da lista ficam como estão.',
  removeShared: 'Todos da empresa deixam de ver esta visão. Os registros da lista ficam como estão.',
  saveTitle: 'Salvar visão',
  renameTitle: 'Renomear visão',
  saveHint: 'Salva os filtros, a ordem e as colunas que a lista mostra agora.',
  name: 'Nome',
  forAll: 'Compartilhar com todos da empresa',
  forAllHint: 'Todos os colaboradores veem a visão nesta lista.',
  asDefault: 'Usar como visão padrão',
};
