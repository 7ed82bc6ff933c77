import { Button, FileButton, Group, NativeSelect, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { api } from '#contract/index.ts';
import { imageFilter, imageSorts } from '#contract/products/image.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { type ListState, useLeavingOut, useListState } from '../../ui/table/list-state.ts';
import { TablePager } from '../../ui/table/TablePager.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSession } from '../../use-session.ts';
import { ImageCard } from './ImageCard.tsx';
import classes from './ImageListPage.module.css';
import { type Progress, useImageUpload } from './image-upload.ts';

const places = Array.from({ length: 14 }, (_, n) => n);
const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** The picture library; several files can be dropped anywhere. */
export default function ImageListPage() {
  const { t } = useTranslation('products');
  const { can } = useSession();
  const list = useListState({ fields: imageFilter, sorts: imageSorts, sort: '-id' });
  const { upload, progress } = useImageUpload();
  const mayUpload = can('images.create');
  const send = async (files: File[]) => {
    const made = await upload(files);
    if (made.length > 0) toast.success(t('library.sent', { count: made.length }));
  };
  const button = mayUpload && <UploadButton send={send} progress={progress} />;
  return (
    <DropArea send={mayUpload ? send : undefined}>
      <Page title={t('library.title')} hint={mayUpload && t('library.dropHint')} actions={button}>
        <Group justify="space-between" align="flex-start" gap="xs" className={classes.filters}>
          <FilterBar
            list={list}
            placeholder={t('library.search')}
            controls={[
              { field: 'used', label: t('library.used') },
              { field: 'created', label: t('library.created') },
            ]}
          />
          <NativeSelect
            aria-label={t('library.sort')}
            value={list.sort}
            onChange={(event) => list.setSort(event.currentTarget.value)}
            data={[
              { value: '-id', label: t('library.sortNewest') },
              { value: 'name', label: t('library.sortName') },
              { value: '-bytes', label: t('library.sortLargest') },
            ]}
          />
        </Group>
        <ImageGrid list={list} upload={button} />
      </Page>
    </DropArea>
  );
}

function ImageGrid({ list, upload }: { list: ListState; upload: ReactNode }) {
  const { t } = useTranslation(['products', 'ui']);
  const images = useApi(api.images.list, { query: list.query });
  const leaving = useLeavingOut(list, images.error);
  if (images.error && !images.data && !leaving) {
    return (
      <Paper>
        <ErrorState
          failure={images.error}
          title={actMessage('failures', 'images.list')}
          retry={() => void images.refetch()}
        />
      </Paper>
    );
  }
  if (images.data?.items.length === 0) {
    return (
      <Paper>
        {list.filtered ? (
          <EmptyState title={t('ui:table.nothingFound')} hint={t('ui:table.nothingFoundHint')} />
        ) : (
          <EmptyState title={t('library.empty')} hint={t('library.emptyHint')} action={upload} />
        )}
      </Paper>
    );
  }
  return (
    <Paper p={0}>
      <SimpleGrid
        component="ul"
        cols={{ base: 2, xs: 3, sm: 4, md: 5, lg: 7 }}
        spacing="sm"
        p="sm"
        m={0}
        aria-label={t('library.title')}
        aria-busy={images.isFetching}
        className={classes.grid}
      >
        {images.data
          ? images.data.items.map((image) => <ImageCard key={image.id} image={image} />)
          : places.map((place) => <Skeleton key={place} component="li" height={190} />)}
      </SimpleGrid>
      {images.data && <TablePager list={list} page={images.data} />}
    </Paper>
  );
}

type UploadProps = { send: (files: File[]) => Promise<void>; progress: Progress | null };

function UploadButton({ send, progress }: UploadProps) {
  const { t } = useTranslation('products');
  return (
    <Group gap="sm">
      {progress && (
        <Text size="sm" c="dimmed" role="status">
          {t('library.sending', progress)}
        </Text>
      )}
      <FileButton multiple accept={accepted} onChange={(files) => void send(files)}>
        {(props) => (
          <Button
            {...props}
            loading={progress !== null}
            leftSection={<IconPhotoPlus size={16} aria-hidden />}
          >
            {t('library.upload')}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

type DropProps = { send: ((files: File[]) => Promise<void>) | undefined; children: ReactNode };

function DropArea({ send, children }: DropProps) {
  const { t } = useTranslation('products');
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    if (!send || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an extra; the button does the same
    <div
      className={classes.area}
      onDrop={drop}
      onDragOver={(event) => {
        if (!send || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)
      }
    >
      {children}
      {over && <div className={classes.drop}>{t('library.drop')}</div>}
    </div>
  );
}
