import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { MarginFloor } from '#contract/advertisements/margin-change.ts';
import type { ListedPublication } from '#contract/advertisements/publication.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { formatPercent } from '../../quantity.ts';
import { useSession } from '../../use-session.ts';
import { FloorDialog } from './FloorDialog.tsx';

/** The margin floor that applies to a publication, editable with the permission. */
export function FloorOfPublication({ publication }: { publication: ListedPublication }) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const update = useAct(api.publications.updateFloor);
  const { floor, accountFloor, name, id } = publication;
  const described = (one: MarginFloor, key: 'of' | 'ofAccount') =>
    t(`margin.floor.${key}`, {
      margin: formatPercent(one.basisPoints),
      action: t(`margin.actions.${one.action}`),
    });
  const text = floor
    ? described(floor, 'of')
    : accountFloor
      ? described(accountFloor, 'ofAccount')
      : t('margin.floor.none');
  if (!can('publications.update'))
    return (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    );
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        {text}
      </Anchor>
      {isOpen && (
        <FloorDialog
          title={t('margin.floor.publicationTitle', { name })}
          hint={t('margin.floor.publicationHint')}
          none={t('margin.floor.asAccount')}
          floor={floor}
          pending={update.pending}
          save={(next) => update.run({ params: { id }, body: { floor: next } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
