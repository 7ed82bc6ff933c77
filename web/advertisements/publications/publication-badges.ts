import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconEyeSearch,
  IconPlayerPause,
  IconUpload,
} from '@tabler/icons-react';
import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import type { SaleReasonKind } from '#contract/advertisements/sale-reason.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const publicationBadges: Record<PublicationState, StateVariant> = {
  publishing: { tone: 'progress', icon: IconUpload },
  active: { tone: 'good', icon: IconCircleCheck },
  paused: { tone: 'attention', icon: IconPlayerPause },
  under_review: { tone: 'info', icon: IconEyeSearch },
  closed: { tone: 'neutral', icon: IconCircleX },
  failed: { tone: 'bad', icon: IconAlertTriangle },
};

/** Nothing is sold until a person acts. */
const serious: ReadonlySet<SaleReasonKind> = new Set([
  'account_disconnected',
  'rejected',
  'forbidden',
  'suspended',
  'correction_needed',
  'documents_needed',
  'payment_required',
]);

/** Nothing is sent before stock arrives. */
export const isWaitingForStock = ({
  state,
  reasons,
}: {
  state: PublicationState;
  reasons: readonly { kind: SaleReasonKind }[];
}): boolean => state === 'publishing' && reasons.some(({ kind }) => kind === 'out_of_stock');

/** A state with a reason: on sale, or still to be published, it asks for attention. */
export function badgeOf(state: PublicationState, reason: SaleReasonKind): StateVariant {
  const { tone, icon } = publicationBadges[state === 'active' || state === 'publishing' ? 'paused' : state];
  if (state === 'active') return { tone: serious.has(reason) ? 'bad' : tone, icon: IconAlertTriangle };
  return { tone: serious.has(reason) ? 'bad' : tone, icon };
}
