export const declarations = {
  one: 'Declaração de conteúdo nº {{number}}',
  none: 'Sem NF-e? Emita a declaração de conteúdo, que vai com o pacote.',
  issue: 'Emitir declaração de conteúdo',
  open: 'Ver e imprimir',
  print: 'Imprimir',
  back: 'Voltar à venda',
  backToBench: 'Voltar à bancada',
  cancel: 'Cancelar declaração',
  cancelText: 'O número não é usado de novo. A venda pode receber outra declaração.',
  reason: 'Motivo',
  canceled: 'Cancelada',
  dceKey: 'Chave da DC-e',
  dceHint:
    'Os Correios e as transportadoras pedem a chave da DC-e desde 06/04/2026. Emitida em outro lugar, guarde a chave aqui: 44 dígitos.',
  dceSave: 'Guardar a chave',
  nobody: 'Esta declaração não existe.',
  failed: 'Não foi possível carregar a declaração. Tente de novo em instantes.',
  paper: {
    title: 'Declaração de conteúdo',
    number: 'Nº {{number}} · {{day}}',
    sender: 'Remetente',
    recipient: 'Destinatário',
    document: 'CPF/CNPJ: {{document}}',
    noDocument: 'CPF/CNPJ: ______________________',
    noAddress: 'Endereço: ______________________________________',
    goods: 'Identificação dos bens',
    item: 'Item',
    content: 'Conteúdo',
    quantity: 'Quant.',
    value: 'Valor',
    totals: 'Totais',
    weight: 'Peso total (kg)',
    statement: 'Declaração',
    text: 'Declaro não ser contribuinte do ICMS nos termos do art. 4º da LC 87/1996, ou estar dispensado de emitir nota fiscal, e respondo pela veracidade destes dados. Declaro não remeter objeto proibido ou perigoso.',
    duty: 'O contribuinte do ICMS continua obrigado a emitir a nota fiscal.',
    place: 'Local e data',
    signature: 'Assinatura do declarante',
    dce: 'Chave da DC-e',
  },
};

export const declarationsFailures = {
  'contentDeclarations.create': 'Declaração não emitida',
  'contentDeclarations.detail': 'Não foi possível carregar a declaração!',
  'contentDeclarations.update': 'Chave não guardada',
  'contentDeclarations.cancel': 'Declaração não cancelada',
};

export const declarationsSuccesses = {
  'contentDeclarations.create': 'Declaração emitida',
  'contentDeclarations.update': 'Chave guardada',
  'contentDeclarations.cancel': 'Declaração cancelada',
};
