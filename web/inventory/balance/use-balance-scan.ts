import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { call, type Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';

const quiet = { success: false, onFailure: () => true } as const;

/**
 * For a scanned volume or position: opens its open count or starts one. `showMany` offers the choice between several.
 */
export function useBalanceScan(showMany: (code: string) => void) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const go = useGo();
  const start = useAct(api.balances.start, quiet);
  const open = (code: string, ids: readonly number[]): ScanOutcome => {
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) {
      go(paths.inventory.balanceCount(id));
      return { tone: 'good', message: t('balances.opened', { code }) };
    }
    showMany(code);
    return { tone: 'good', message: t('balances.openedMany', { code, count: ids.length }) };
  };
  return async (text: string): Promise<ScanOutcome> => {
    const code = asCode(text);
    const query = { query: `place:"${code.replaceAll('"', '')}" state:open,recount`, size: '100' };
    const { items } = await call(api.balances.list, { query });
    if (items.length > 0)
      return open(
        code,
        items.map((row) => row.id),
      );
    if (!can('balances.start')) return { tone: 'bad', message: t('balances.scanNone', { code }) };
    let done = await start.run({ body: { code } });
    const volumes = done.ok ? null : volumesToConfirm(done.failure);
    if (volumes !== null) {
      const agreed = await confirm({
        title: t('balances.manySure', { code, count: volumes }),
        message: t('balances.manyText'),
        confirm: t('balances.manyStart', { count: volumes }),
        floor: true,
        careful: true,
      });
      if (!agreed) return { tone: 'attention', message: t('balances.manyNot', { code }) };
      done = await start.run({ body: { code, volumes } });
    }
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    return open(
      code,
      done.response.started.map((row) => row.id),
    );
  };
}

/** The volumes of a scanned position, if there are several: counting all of them is asked first. */
function volumesToConfirm({ problem: { code, facts } }: Failure): number | null {
  const volumes = facts?.volumes;
  return code === 'volumes_unconfirmed' && typeof volumes === 'number' ? volumes : null;
}
