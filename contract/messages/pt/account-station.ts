/** Sign-in at a station, by PIN. */
export const station = {
  one: 'Estação',
  title: 'Quem é você?',
  where: '{{name}} · {{warehouse}}',
  nobody: 'Ninguém com PIN pode usar esta estação ainda. Crie seu PIN em Minha conta, na aba Segurança.',
  search: 'Procurar nome',
  pinOf: 'PIN de {{name}}',
  typed_one: '{{count}} número digitado',
  typed_other: '{{count}} números digitados',
  digit: 'Número {{digit}}',
  erase: 'Apagar',
  enter: 'Entrar',
  other: 'Outra pessoa',
  lockedTitle: 'Troca de pessoa bloqueada',
  lockedText:
    '{{count}} PINs errados nesta estação. Um proprietário, administrador ou estoquista pode desbloquear em Estações ou entrar aqui com a senha.',
  noneTitle: 'Este aparelho não é uma estação',
  noneText:
    'Para usar com PIN, um proprietário, administrador ou estoquista precisa entrar aqui com a senha e cadastrar o aparelho em Estações.',
  revokedTitle: 'Esta estação foi encerrada',
  revokedText: 'Este aparelho não aceita mais PIN. Entre com a senha ou peça para cadastrá-lo de novo.',
  password: 'Entrar com senha',
  back: 'Voltar à estação',
  change: 'Trocar pessoa',
  idleTitle: 'A estação está em pausa',
  idleText: 'O que estava aberto continua aqui. Digite o PIN para continuar.',
  again: 'Tentar de novo',
  unread: 'Não foi possível carregar a estação!',
};

export const pin = {
  title: 'PIN das estações',
  hint: 'Para entrar nos aparelhos do depósito. Dá acesso só às telas do depósito.',
  none: 'Você ainda não tem PIN.',
  since: 'Em uso desde',
  choose: 'Criar PIN',
  change: 'Trocar PIN',
  remove: 'Remover PIN',
  removeSure: 'Remover o seu PIN?',
  removeText: 'Você não poderá mais entrar nas estações e sai das que estiver usando.',
  field: 'Novo PIN (4 a 6 números)',
  save: 'Salvar PIN',
};
