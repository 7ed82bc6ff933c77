import { Button, Paper, Skeleton, Stack } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import {
  advertisementImageFilter,
  advertisementImageSorts,
} from '#contract/advertisements/advertisement-image.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { type ListState, useLeavingOut, useListState } from '../../ui/table/list-state.ts';
import { TablePager } from '../../ui/table/TablePager.tsx';
import { PicturesCard } from './PicturesCard.tsx';

const places = Array.from({ length: 6 }, (_, n) => n);

/** Pictures by advertisement: order, use, and marketplaces that refuse them. */
export default function AdvertisementImagesPage() {
  const { t } = useTranslation('advertisements');
  const list = useListState({
    fields: advertisementImageFilter,
    sorts: advertisementImageSorts,
    sort: '-id',
  });
  return (
    <Page
      title={t('pictures.title')}
      hint={t('pictures.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'library',
              label: t('pictures.library'),
              icon: IconPhoto,
              permission: 'images.read',
              to: paths.products.images(),
            },
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        placeholder={t('pictures.search')}
        controls={[
          { field: 'refused', label: t('pictures.refused') },
          { field: 'none', label: t('pictures.none') },
        ]}
      />
      <Advertisements list={list} />
    </Page>
  );
}

function Advertisements({ list }: { list: ListState }) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const found = useApi(api.advertisementsImages.list, { query: list.query });
  const leaving = useLeavingOut(list, found.error);
  if (found.error && !found.data && !leaving)
    return (
      <Paper>
        <ErrorState
          failure={found.error}
          title={actMessage('failures', 'advertisementsImages.list')}
          retry={() => void found.refetch()}
        />
      </Paper>
    );
  if (found.data?.items.length === 0)
    return (
      <Paper>
        {list.filtered ? (
          <EmptyState title={t('ui:table.nothingFound')} hint={t('ui:table.nothingFoundHint')} />
        ) : (
          <EmptyState
            title={t('pictures.empty')}
            hint={t('pictures.emptyHint')}
            action={
              <Button component={Link} to={paths.dropshipping.catalogue()}>
                {t('list.catalogue')}
              </Button>
            }
          />
        )}
      </Paper>
    );
  return (
    <Stack gap="sm" aria-busy={found.isFetching}>
      {found.data
        ? found.data.items.map((row) => <PicturesCard key={row.id} row={row} />)
        : places.map((place) => <Skeleton key={place} height={200} />)}
      {found.data && (
        <Paper p={0}>
          <TablePager list={list} page={found.data} />
        </Paper>
      )}
    </Stack>
  );
}
