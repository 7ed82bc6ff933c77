/** Work at goods, added up. */
export const productivity = {
  title: 'Produtividade',
  hint: 'Trabalho registrado por leituras nos últimos 30 dias, ou nos dias escolhidos.',
  own: 'Seu trabalho registrado por leituras nos últimos 30 dias, ou nos dias escolhidos. Só você, o proprietário e os administradores veem estes números.',
  by: 'Somar por',
  groups: { person: 'Pessoa', day: 'Dia', kind: 'Tipo de trabalho' },
  kinds: {
    receiving: 'Recebimento',
    put_away: 'Guardar',
    picking: 'Separação',
    packing: 'Embalagem',
    hand_over: 'Coleta',
    counting: 'Contagem',
    returns: 'Devoluções',
  },
  kind: 'Tipo de trabalho',
  worked: 'Dia de trabalho',
  person: 'Pessoa',
  left: 'Pessoa que saiu',
  name: 'Nome',
  lines: 'Linhas',
  units: 'Unidades',
  parcels: 'Pacotes',
  hours: 'Horas',
  linesPerHour: 'Linhas/h',
  unitsPerHour: 'Unidades/h',
  parcelsPerHour: 'Pacotes/h',
  errors: 'Erros',
  figuresHint:
    'Pausas acima de 10 minutos não contam como horas. Erros são diferenças que uma contagem achou depois.',
  unitsHidden:
    'Unidades recebidas, guardadas e contadas não entram: revelariam a quantidade a quem conta o volume.',
  drawn: 'Linhas, unidades e pacotes por {{group}}',
  mostDrawn: 'O gráfico mostra as {{n:most}} pessoas com mais horas.',
  empty: 'Nenhum trabalho registrado no período',
  emptyHint:
    'Os números vêm das leituras de recebimento, separação, embalagem, coleta, contagem e devolução. Escolha outros dias.',
};
export const productivityFailures = {
  'productivity.list': 'Não foi possível somar o trabalho!',
};
