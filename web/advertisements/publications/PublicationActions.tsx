import {
  IconCircleX,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRotate,
  IconSend,
} from '@tabler/icons-react';
import type { ListedPublication } from '#contract/advertisements/publication.ts';
import { canPublication, type PublicationAct } from '#contract/advertisements/publication-states.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';

/** All acts on a publication; those that its state forbids are disabled with the reason. */
export function PublicationActions({ publication }: { publication: ListedPublication }) {
  const { t } = useTranslation('advertisements');
  const params = { id: publication.id };
  const pause = useAct(api.publications.pause);
  const activate = useAct(api.publications.activate);
  const close = useAct(api.publications.close);
  const retry = useAct(api.publications.retry);
  const sync = useAct(api.publications.sync);
  const republish = useAct(api.publications.republish);
  const sendPrice = useAct(api.publications.sendPrice);
  const waiting = publication.variations.find((one) => one.priceWaits)?.promotion;
  const { state, desiredState, syncError } = publication;
  const act = (
    name: PublicationAct,
    rest: Omit<Action, 'key' | 'permission' | 'refused' | 'label'> & Partial<Pick<Action, 'permission'>>,
  ): Action => ({
    key: name,
    label: t(`publications.${name === 'update' ? 'edit' : name}`),
    permission: 'publications.update',
    refused: !canPublication(name, state) && t('publications.refused'),
    ...rest,
  });
  const stopped = syncError !== null && (syncError.kind === 'refused' || syncError.kind === 'parked');
  const to = paths.advertisements.publish(publication.advertisement.id, { publication: publication.id });
  return (
    <Actions
      size="xs"
      items={[
        waiting && {
          key: 'sendPrice',
          label: t('publications.sendPrice'),
          icon: IconSend,
          permission: 'publications.update',
          confirm: {
            title: t('publications.sendPriceSure'),
            message: t('publications.sendPriceText', { name: waiting.name || t('publications.aPromotion') }),
            confirm: t('publications.sendPrice'),
            tone: 'bad',
          },
          run: () => sendPrice.run({ params }),
        },
        stopped && act('retry', { icon: IconSend, run: () => retry.run({ params }) }),
        act('update', { icon: IconPencil, tone: stopped ? 'primary' : 'normal', to }),
        state === 'paused' && desiredState === 'paused'
          ? act('activate', { icon: IconPlayerPlay, run: () => activate.run({ params }) })
          : act('pause', { icon: IconPlayerPause, run: () => pause.run({ params }) }),
        act('sync', { icon: IconRefresh, secondary: true, run: () => sync.run({ params }) }),
        state === 'closed' &&
          act('republish', {
            icon: IconRotate,
            permission: 'publications.create',
            run: () => republish.run({ params }),
          }),
        act('close', {
          icon: IconCircleX,
          permission: 'publications.delete',
          tone: 'bad',
          secondary: true,
          confirm: {
            title: t('publications.closeSure'),
            message: t('publications.closeText'),
            confirm: t('publications.close'),
            tone: 'bad',
          },
          run: () => close.run({ params }),
        }),
      ]}
    />
  );
}
