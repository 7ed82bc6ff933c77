import { Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCoins,
  IconPackage,
  IconPrinter,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { VendorReturn, VendorReturnLine } from '#contract/inventory/vendor-return.ts';
import { type VendorReturnAct, vendorReturnActs } from '#contract/inventory/vendor-return-states.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { useHistoryAction } from '../../business/audit/history-action.ts';
import { reasonOf } from '../../failure-text.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { ReturnData, ReturnSteps } from './ReturnData.tsx';
import { CancelReturnDialog, CreditReturnDialog, LineDialog } from './ReturnDialogs.tsx';
import { ReturnLines } from './ReturnLines.tsx';
import { vendorReturnBadges } from './vendor-return-badges.ts';

type Opened = 'cancel' | 'credit' | VendorReturnLine | null;

/** One return to a vendor: volumes are scanned onto it, packed, handed over and credited. */
export default function VendorReturnPage() {
  const { t } = useTranslation('inventory');
  const id = useIdParam();
  const { can } = useSession();
  const result = useApi(api.vendorReturns.detail, { params: { id } });
  const [opened, setOpened] = useState<Opened>(null);
  const trail = [{ label: t('vendorReturns.title'), to: paths.inventory.vendorReturns() }];
  if (!result.data)
    return (
      <UnreadPage
        title={t('vendorReturns.one')}
        trail={trail}
        failed={actMessage('failures', 'vendorReturns.detail')}
        result={result}
      />
    );
  const shown = result.data;
  const close = () => setOpened(null);
  const scans = canAct(vendorReturnActs, 'changeLines', shown.state) && can('volumes.update');
  return (
    <Page
      title={t('vendorReturns.numbered', { number: shown.number })}
      trail={trail}
      badge={
        <StateBadge {...vendorReturnBadges[shown.state]} label={t(`vendorReturns.states.${shown.state}`)} />
      }
      actions={<ReturnActions shown={shown} open={setOpened} />}
    >
      <Stack>
        {scans && <ScanVolumes shown={shown} />}
        <ReturnLines shown={shown} edit={setOpened} />
        <ReturnSteps shown={shown} />
        <ReturnData shown={shown} />
      </Stack>
      {opened === 'cancel' && <CancelReturnDialog shown={shown} close={close} />}
      {opened === 'credit' && <CreditReturnDialog shown={shown} close={close} />}
      {opened !== null && typeof opened === 'object' && (
        <LineDialog shown={shown} line={opened} close={close} />
      )}
    </Page>
  );
}

const quiet = { success: false, onFailure: () => true, settles: true } as const;

/** Each scan of a label adds a blocked volume; another code is refused and changes nothing. */
function ScanVolumes({ shown: { id } }: { shown: VendorReturn }) {
  const { t } = useTranslation('inventory');
  const add = useAct(api.vendorReturns.addVolume, quiet);
  const scan = async (text: string): Promise<ScanOutcome> => {
    const done = await add.run({ params: { id }, body: { code: text } });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    const code = asCode(text);
    const units = done.response.lines
      .filter(({ volume }) => volume.code === code)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return { tone: 'good', message: t('vendorReturns.added', { code, units }) };
  };
  return <Scan onScan={scan} label={t('vendorReturns.scan')} />;
}

function ReturnActions({ shown, open }: { shown: VendorReturn; open: (dialog: Opened) => void }) {
  const { t } = useTranslation('inventory');
  const { id, state, units, vendor, lines } = shown;
  const at = { params: { id }, body: {} };
  const pack = useAct(api.vendorReturns.pack);
  const reopen = useAct(api.vendorReturns.reopen);
  const handOver = useAct(api.vendorReturns.handOver);
  const history = useHistoryAction('vendorReturns', id);
  const allowed = (act: VendorReturnAct) => ({
    permission: vendorReturnActs[act].permission,
    refused:
      !canAct(vendorReturnActs, act, state) &&
      t('vendorReturns.notNow', { state: t(`vendorReturns.states.${state}`).toLowerCase() }),
  });
  const missing =
    (lines.length === 0 && t('vendorReturns.needsVolumes')) ||
    (vendor.name === '' && t('vendorReturns.needsVendor'));
  return (
    <Actions
      items={[
        state === 'open' && {
          key: 'pack',
          label: t('vendorReturns.pack'),
          icon: IconPackage,
          tone: 'primary',
          permission: vendorReturnActs.pack.permission,
          refused: missing,
          run: () => pack.run(at),
        },
        state === 'ready' && {
          key: 'handOver',
          label: t('vendorReturns.handOver'),
          icon: IconTruckDelivery,
          tone: 'primary',
          ...allowed('handOver'),
          confirm: {
            title: t('vendorReturns.handOverSure', { count: units }),
            message: t('vendorReturns.handOverText'),
            confirm: t('vendorReturns.handOver'),
          },
          run: () => handOver.run(at),
        },
        state === 'handed_over' && {
          key: 'credit',
          label: t('vendorReturns.creditAct'),
          icon: IconCoins,
          tone: 'primary',
          ...allowed('credit'),
          run: () => open('credit'),
        },
        {
          key: 'document',
          label: t('vendorReturns.document'),
          icon: IconPrinter,
          permission: 'receiving.read',
          run: () => fetchToDisk(api.vendorReturns.pdf, { params: { id } }),
        },
        state === 'ready' && {
          key: 'reopen',
          label: t('vendorReturns.reopen'),
          icon: IconArrowBackUp,
          ...allowed('reopen'),
          run: () => reopen.run(at),
        },
        (state === 'open' || state === 'ready') && {
          key: 'cancel',
          label: t('vendorReturns.cancel'),
          icon: IconBan,
          tone: 'bad',
          secondary: true,
          ...allowed('cancel'),
          run: () => open('cancel'),
        },
        history,
      ]}
    />
  );
}
