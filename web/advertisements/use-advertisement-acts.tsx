import {
  IconArchive,
  IconArchiveOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconTextSize,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import type { Action } from '../ui/actions/action.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';

const CapDialog = lazyWithFallback(() => import('./CapDialog.tsx'));
const ContentDialog = lazyWithFallback(() => import('./content/ContentDialog.tsx'));
const PricesDialog = lazyWithFallback(() => import('./PricesDialog.tsx'));

type Asked = { what: 'cap' | 'prices' | 'content'; chosen: Chosen<ListedAdvertisement> };

const dialogs = { cap: CapDialog, prices: PricesDialog, content: ContentDialog };

/** Acts on many advertisements: on and off sale, prices, content, cap. */
export function useAdvertisementActs(): {
  of: (chosen: Chosen<ListedAdvertisement>) => Action[];
  dialog: ReactNode;
} {
  const { t } = useTranslation('advertisements');
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = useAct(api.advertisements.bulkUpdate, { success: false });
  const switchSale = async (chosen: Chosen<ListedAdvertisement>, onSale: boolean) => {
    const done = await change.run({ body: { ...chosen.body, change: { onSale } } });
    if (!done.ok) return;
    const { done: ids, switched: publications } = done.response;
    const undo = async () => {
      const back = await change.run({ body: { ids, change: { onSale: !onSale, publications } } });
      return back.ok ? back.response : null;
    };
    const message = actMessage('successes', 'advertisements.bulkUpdate') ?? '';
    chosen.settle(done.response, message, publications.length > 0 ? undo : undefined);
  };
  const archive = async (chosen: Chosen<ListedAdvertisement>, archived: boolean) => {
    const done = await change.run({ body: { ...chosen.body, change: { archived } } });
    if (!done.ok) return;
    const undo = async () => {
      const back = await change.run({ body: { ids: done.response.done, change: { archived: !archived } } });
      return back.ok ? back.response : null;
    };
    chosen.settle(done.response, actMessage('successes', 'advertisements.bulkUpdate') ?? '', undo);
  };
  const permission = 'publications.update' as const;
  const close = () => setAsked(null);
  const Dialog = asked && dialogs[asked.what];
  return {
    of: (chosen) => [
      {
        key: 'pause',
        label: t('list.pause'),
        icon: IconPlayerPause,
        permission,
        run: () => switchSale(chosen, false),
      },
      {
        key: 'activate',
        label: t('list.onSale'),
        icon: IconPlayerPlay,
        permission,
        run: () => switchSale(chosen, true),
      },
      {
        key: 'prices',
        label: t('list.changePrices'),
        icon: IconTag,
        permission,
        run: () => setAsked({ what: 'prices', chosen }),
      },
      {
        key: 'content',
        label: t('content.act'),
        icon: IconTextSize,
        permission,
        run: () => setAsked({ what: 'content', chosen }),
      },
      {
        key: 'cap',
        label: t('list.changeCap'),
        icon: IconPencil,
        permission,
        run: () => setAsked({ what: 'cap', chosen }),
      },
      {
        key: 'archive',
        label: t('list.archive'),
        icon: IconArchive,
        permission,
        secondary: true,
        run: () => archive(chosen, true),
      },
      {
        key: 'restore',
        label: t('list.restore'),
        icon: IconArchiveOff,
        permission,
        secondary: true,
        run: () => archive(chosen, false),
      },
    ],
    dialog: Dialog && asked && <Dialog chosen={asked.chosen} onClose={close} />,
  };
}
