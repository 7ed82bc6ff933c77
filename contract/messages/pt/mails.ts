import { webhookMail } from './business-webhooks.ts';
import { overdueMails } from './dropshipping-overdue.ts';
import { settlementMails } from './dropshipping-settlement.ts';

/** Mails by area. Only the server writes them, so no screen loads this file. */
export const mails = {
  footer: 'Você recebeu esta mensagem porque este endereço foi usado no Easy.',
  account: {
    removed: {
      subject: 'Sua conta do Easy foi excluída',
      title: 'Até logo, {{name}}',
      text: 'Sua conta foi excluída. Seus dados pessoais saíram do Easy; documentos fiscais, faturas de parceiros e históricos ficam sem o seu nome.\n\nSe não foi você, responda a esta mensagem.',
    },
    activation: {
      subject: 'Ative sua conta no Easy',
      title: 'Olá, {{name}}',
      text: 'Seu cadastro no Easy está quase pronto. Ative a conta para entrar.',
      action: 'Ativar conta',
      note: 'O link vale por 3 dias. Se você não se cadastrou, ignore esta mensagem.',
    },
    accountExists: {
      subject: 'Você já tem uma conta no Easy',
      title: 'Olá, {{name}}',
      text: 'Alguém tentou cadastrar uma empresa com este e-mail, mas ele já tem uma conta. Nada mudou.\n\nSe foi você, entre com a sua senha. Se esqueceu a senha, peça uma nova na tela de entrada.',
      action: 'Entrar',
      note: 'Se não foi você, não é preciso fazer nada.',
    },
    reset: {
      subject: 'Troque sua senha do Easy',
      title: 'Olá, {{name}}',
      text: 'Recebemos um pedido para trocar a senha da sua conta.',
      action: 'Escolher nova senha',
      note: 'O link vale por 1 hora e uma só vez. Se você não pediu, ignore esta mensagem: sua senha continua a mesma.',
    },
    sessionStolen: {
      subject: 'Encerramos um acesso à sua conta do Easy',
      title: 'Olá, {{name}}',
      text: 'Em {{at}}, alguém tentou usar de novo um acesso da sua conta que já tinha sido renovado. Isso acontece quando um acesso é copiado. Por segurança, encerramos esse acesso em todos os aparelhos.\n\nEntre de novo, troque a senha e confira onde sua conta está aberta.',
      action: 'Conferir meus acessos',
    },
    twoStepActivated: {
      subject: 'Verificação em duas etapas ativada',
      title: 'Olá, {{name}}',
      text: 'A partir de agora, entrar na sua conta do Easy pede a senha e um código do seu aplicativo autenticador. As outras sessões foram encerradas.\n\nSe não foi você, peça agora uma nova senha na tela de entrada.',
    },
    passkeyAdded: {
      subject: 'Passkey adicionada à sua conta do Easy',
      title: 'Olá, {{name}}',
      text: 'A passkey “{{passkey}}” agora confirma a segunda etapa da sua conta.\n\nSe não foi você, remova-a na tela de segurança e troque a senha.',
    },
    twoStepDisabled: {
      subject: 'Verificação em duas etapas desativada',
      title: 'Olá, {{name}}',
      text: 'A entrada na sua conta do Easy voltou a pedir só a senha. As outras sessões foram encerradas.\n\nSe não foi você, troque a senha agora e ative a verificação de novo.',
    },
    passwordChanged: {
      subject: 'Sua senha do Easy foi trocada',
      title: 'Olá, {{name}}',
      text: 'A senha da sua conta acabou de ser trocada e as outras sessões foram encerradas.\n\nSe não foi você, peça agora uma nova senha na tela de entrada.',
    },
  },
  billing: {
    storageUsed: {
      subject: '{{business}}: {{percent}}% do armazenamento em uso',
      title: 'Olá, {{name}}',
      text: '{{business}} usa {{percent}}% do armazenamento do plano. Quando ele encher, novas imagens são recusadas; vendas e envios continuam.\n\nRemova imagens que não usa ou escolha um plano maior.',
      action: 'Ver meu plano',
    },
    publicationsUsed: {
      subject: '{{business}}: {{percent}}% das publicações do plano em uso',
      title: 'Olá, {{name}}',
      text: '{{business}} usa {{percent}}% das publicações do plano. Ao chegar ao limite, novas publicações são recusadas; as que existem continuam vendendo.\n\nEncerre publicações que não usa ou escolha um plano maior.',
      action: 'Ver meu plano',
    },
  },
  business: {
    webhookRefused: webhookMail,
    twoStepRequired: {
      subject: '{{business}} passa a exigir verificação em duas etapas',
      title: 'Olá, {{name}}',
      text: 'A partir de {{at}}, quem trabalha em {{business}} precisa entrar com a senha e um código do celular.\n\nAtive antes disso: leva um minuto. Depois do prazo, você não conseguirá usar o sistema sem a ativação.',
      action: 'Ativar as duas etapas',
    },
    twoStepReset: {
      subject: 'Suas duas etapas serão redefinidas',
      title: 'Olá, {{name}}',
      text: '{{owner}}, de {{business}}, pediu para redefinir a sua verificação em duas etapas. A partir de {{at}}, sua entrada pedirá só a senha.\n\nSe você não pediu isso, impeça agora pelo botão abaixo.',
      action: 'Manter minhas duas etapas',
      note: 'Se você perdeu o celular e pediu ajuda, não é preciso fazer nada.',
    },
    twoStepResetAsked: {
      subject: 'Redefinição das duas etapas de {{name}}',
      title: 'Olá, {{owner}}',
      text: 'Você pediu para redefinir a verificação em duas etapas de {{name}}, em {{business}}. A redefinição vale a partir de {{at}}; até lá, {{name}} pode impedir.\n\nSe não foi você, troque a sua senha agora.',
    },
    invitation: {
      subject: '{{business}} convidou você para o Easy',
      title: 'Trabalhe com {{business}} no Easy',
      text: '{{inviter}} convidou você para a equipe de {{business}} como: {{roles}}.',
      action: 'Aceitar convite',
      note: 'O convite vale por 7 dias. Se você não conhece esta empresa, ignore esta mensagem.',
    },
  },
  dropshipping: { ...settlementMails, ...overdueMails },
  marketplaces: {
    authorizationEnds: {
      subject: '{{business}}: a autorização de {{account}} termina em {{day}}',
      title: 'Olá, {{name}}',
      text: 'A autorização da conta {{account}} termina em {{day}}. Depois disso, as vendas dela não chegam mais, e os preços e o estoque dos anúncios deixam de ser atualizados.\n\nConecte a conta de novo antes desse dia.',
      action: 'Ver contas',
    },
    buyerDataAsked: {
      subject: '{{business}}: um comprador de {{account}} pediu os dados dele',
      title: 'Olá, {{name}}',
      text: 'O marketplace enviou a solicitação {{request}}: {{buyer}} quer saber quais dados pessoais estão guardados. A solicitação é sobre estas vendas da conta {{account}}: {{sales}}.\n\nVocê deve responder diretamente ao comprador. Os dados guardados aparecem nessas vendas.',
      action: 'Ver vendas',
    },
    storeErased: {
      subject: '{{business}}: a conta {{account}} e os dados dos compradores dela foram apagados',
      title: 'Olá, {{name}}',
      text: 'O marketplace pediu que os dados da conta {{account}} fossem apagados. A conta foi removida, e os dados pessoais dos compradores são apagados das vendas encerradas e, nas outras, assim que terminarem. Valores e documentos fiscais ficam, como a lei exige.',
      action: 'Ver vendas',
    },
    authorizationEnded: {
      subject: '{{business}}: a conta {{account}} foi desconectada',
      title: 'Olá, {{name}}',
      text: 'O marketplace não aceita mais a autorização da conta {{account}}. Até você conectar a conta de novo, as vendas dela não chegam, e os preços e o estoque dos anúncios não são atualizados.',
      action: 'Conectar de novo',
    },
  },
};
