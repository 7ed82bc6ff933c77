/**
 * The account that each story connects. An account belongs to one business, so no two stories may connect the same
 * one.
 */
export const marketplaceAccounts = {
  bench: 'MUNDO_FERRAMENTAS_CWB',
  bulkDay: 'FEIRA.DO.LAR',
  campaigns: 'SEMANA.DE.CAMPANHAS',
  campaignsInEnglish: 'MES.DE.CAMPANHAS',
  changedSale: 'PEDIDO.QUE.MUDA',
  changedSaleInEnglish: 'PEDIDO.MUDADO',
  changes: 'PORCELANAS.DO.CAIS',
  claim: 'VOLTA.DA.MARE',
  claimInEnglish: 'ILHA.DAS.LOUCAS',
  day: 'DIA.DE.VENDAS',
  existing: 'VIDA.DE.ANTES',
  existingInThree: 'LOJAS.DE.ANTES',
  firstHour: 'CAMISETAS.DO.PORTO',
  firstHourCatalogue: 'PRIMEIRA.VITRINE',
  gates: 'FEITO.EM.CASA',
  labels: 'CINQUENTA.ETIQUETAS',
  line: 'CASA.DAS.CANECAS',
  lineInEnglish: 'OUTLETDOLARBR',
  locations: 'GALPOES.DE.SANTOS',
  locationsInEnglish: 'DOCAS.DE.SANTOS',
  manyPlaces: 'LOJA.DE.TRES.PRACAS',
  manyPlacesInPortuguese: 'PRACA.DAS.LOUCAS',
  move: 'MUDANCA.DE.SANTOS',
  newcomer: 'CASA.VIVA.SALVADOR',
  payloads: 'RODA.DE.CONVERSA',
  prices: 'PRECOS.DA.SEMANA',
  questions: 'LUZ.DO.SERTAO',
  schedules: 'SABADO.DE.OFERTAS',
  schedulesInEnglish: 'DOMINGO.DE.OFERTAS',
  screens: 'REDE.NORDESTE.MULTI',
  sheet: 'PLANILHA.DE.ANUNCIOS',
  steady: 'ARMAZEM.DO.VALE',
  supply: 'UTILIDADES.DA.SERRA',
  plan: 'QUINTAL.DAS.LOUCAS',
} as const;

const nicknames = Object.values(marketplaceAccounts);
if (new Set(nicknames).size < nicknames.length) throw new Error('Two stories connect the same account.');

/** Accounts of one seller at three marketplaces: their names, and their ids there. */
export type Shops = {
  nickname: string;
  sellerId: number;
  shop: string;
  shopId: number;
  store: string;
  storeId: number;
};
