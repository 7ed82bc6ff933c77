import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
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
    const done = await start.run({ body: { code } });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    return open(
      code,
      done.response.started.map((row) => row.id),
    );
  };
}
