export const reputationFailures = {
  'reputations.detail': 'Não foi possível ver a reputação!',
  'reputations.read': 'Não foi possível ler a reputação no marketplace!',
};

export const reputationSuccesses = {
  'reputations.read': 'Reputação lida',
};
