import { useSearch } from '@tanstack/react-router';
import type { ImportRow } from '#contract/business/import/import.ts';
import { compareInMove, moveKinds } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { marketplaceIds, marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import { useTranslation } from '../../i18n.ts';
import { Forbidden } from '../../layouts/Forbidden.tsx';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useSession } from '../../use-session.ts';
import { ImportPictures } from './ImportPictures.tsx';
import { MoveApply } from './MoveApply.tsx';
import { MoveFiles } from './MoveFiles.tsx';
import { MoveTable } from './MoveTable.tsx';

const pollMs = 1500;
const none: ImportRow[] = [];
const isRunning = ({ state, pictures }: ImportRow) =>
  state === 'checking' || state === 'applying' || pictures.waiting > 0;

/** Moving from another system: its files are recognized, checked and imported in their order. It can be left and come back to. */
export default function MovePage() {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const { move }: { move?: string } = useSearch({ strict: false });
  const id = Number(move);
  const isNew = !(id > 0);
  const query = { query: `move:${id}`, size: '100', sort: 'id' };
  const found = useApi(api.imports.list, { query }, { enabled: !isNew });
  const items = found.data?.items ?? none;
  // The list of a running move is asked again until nothing runs any more.
  useApi(api.imports.list, { query }, { enabled: items.some(isRunning), every: pollMs });
  if (!moveKinds.some((kind) => can(`imports.${kind}`))) return <Forbidden />;
  const shown = items.filter(({ state }) => state !== 'canceled').toSorted(compareInMove);
  const systems = [
    t('imports.systems.bling'),
    t('imports.systems.tiny'),
    ...marketplaceIds.map((one) => marketplaceNames[one]),
  ];
  return (
    <Page
      title={t('imports.move.title')}
      trail={[{ label: t('imports.title'), to: paths.business.imports() }]}
      hint={t('imports.move.hint')}
    >
      {shown.length > 0 && <MoveApply items={shown} />}
      {shown.map((item) => item.state === 'applied' && <ImportPictures key={item.id} data={item} />)}
      {shown.length > 0 && <MoveTable items={shown} />}
      <MoveFiles move={isNew ? null : id} items={shown} systems={systems.join(', ')} />
    </Page>
  );
}
