/** Reasons of claims. The prefix is the type: PNR not received, PDD different or defective. */
type ClaimReason = {
  id: string;
  name: string;
  detail: string;
  /** Solutions that the buyer may ask for. */
  expected: string[];
  triage: string[];
  /** Becomes a return at once, without messages. */
  automatic: boolean;
};

export const claimReasons: ClaimReason[] = [
  {
    id: 'PNR3430',
    name: 'undelivered',
    detail: 'O produto não chegou',
    expected: ['product', 'refund'],
    triage: [],
    automatic: false,
  },
  {
    id: 'PDD9549',
    name: 'broken_item',
    detail: 'O produto chegou com defeito ou quebrado',
    expected: ['return_product', 'change_product'],
    triage: ['defective'],
    automatic: false,
  },
  {
    id: 'PDD9528',
    name: 'different_item',
    detail: 'O produto é diferente do que comprei',
    expected: ['return_product', 'change_product'],
    triage: ['different'],
    automatic: false,
  },
  {
    id: 'PDD9551',
    name: 'missing_parts',
    detail: 'O produto chegou incompleto',
    expected: ['return_product', 'change_product'],
    triage: ['incomplete'],
    automatic: false,
  },
  {
    id: 'PDD9502',
    name: 'not_working_item',
    detail: 'O produto não funciona',
    expected: ['return_product', 'change_product'],
    triage: ['not_working'],
    automatic: false,
  },
  {
    id: 'PDD9939',
    name: 'repentant_buyer',
    detail: 'Chegou o que comprei em bom estado, mas não quero mais',
    expected: ['change_product', 'return_product'],
    triage: ['repentant'],
    automatic: true,
  },
];

export const claimReason = (id: string): ClaimReason | null =>
  claimReasons.find((reason) => reason.id === id) ?? null;

export const viewReason = (reason: ClaimReason, position: number) => ({
  id: reason.id,
  flow: reason.id.startsWith('PNR') ? 'post_purchase_undelivered' : 'post_purchase_delivered',
  name: reason.name,
  detail: reason.detail,
  position,
  filter: { group: ['generic'], site_id: ['MLB'] },
  settings: {
    allowed_flows: [reason.automatic ? 'returns' : 'mediations'],
    expected_resolutions: reason.expected,
    rules_engine_triage: reason.triage,
  },
  parent_id: null,
  children_title: null,
  status: 'active',
  date_created: '2024-01-15T18:07:42.632-04:00',
  last_updated: '2024-03-12T20:20:21.795-04:00',
});

/** Reasons to contest a received return. */
export const returnReasons = [
  { id: 'SRF2', name: 'product_damaged', detail: 'O produto chegou danificado', apply: ['order'] },
  { id: 'SRF3', name: 'return_incomplete', detail: 'A devolução está incompleta', apply: ['order'] },
  {
    id: 'SRF4',
    name: 'returned_product_different',
    detail: 'Devolveram um produto diferente do que enviei',
    apply: ['order'],
  },
  {
    id: 'SRF5',
    name: 'product_not_in_package',
    detail: 'O produto não está no pacote',
    apply: ['order', 'package'],
  },
  {
    id: 'SRF6',
    name: 'another_failure_with_product',
    detail: 'Relatar outra falha no produto',
    apply: ['order'],
  },
  { id: 'SRF7', name: 'return_has_not_arrived', detail: 'Ainda não chegou', apply: ['package'] },
].map((reason, index) => ({ ...reason, position: index + 1 }));
