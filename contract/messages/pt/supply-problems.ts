/** Problems of a receipt: kinds, states, reporting and solving. */
export const problem = {
  problems: {
    photos: 'Fotos',
    title: 'Problemas do recebimento',
    report: 'Relatar problema',
    kind: 'Tipo',
    line: 'Produto',
    name: 'O que aconteceu',
    description: 'Descrição',
    solve: 'Resolver',
    solution: 'Como foi resolvido',
    solvedBy: 'Resolvido por {{author}} em {{at}}',
    print: 'Imprimir',
    empty: 'Nenhum problema',
    emptyHint: 'Relate o que faltou, veio a mais, errado ou danificado.',
  },
  problemKind: {
    missing: 'Faltou',
    too_many: 'Veio a mais',
    wrong: 'Produto errado',
    damaged: 'Danificado',
    label: 'Etiqueta',
    price: 'Preço',
    other: 'Outro',
  },
  problemState: { open: 'Aberto', solved: 'Resolvido' },
};
