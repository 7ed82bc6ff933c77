import { ActionIcon, Modal, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { ImageRow } from '#contract/products/image.ts';
import { useAct } from '../../acts.ts';
import { addressFor } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/dialog/confirm.ts';
import { useSession } from '../../use-session.ts';
import classes from './ImageListPage.module.css';
import { thumbnailOf } from './image-upload.ts';

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} kB`;

/** One picture of the library: opens large, is renamed in place, and can be removed if unused. */
export function ImageCard({ image }: { image: ImageRow }) {
  const { t } = useTranslation('products');
  const [opened, setOpened] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const { id, name, width, height, bytes, uses } = image;
  return (
    <li className={classes.card}>
      <UnstyledButton
        className={classes.picture}
        aria-label={t('library.open', { name })}
        onClick={() => setOpened(true)}
      >
        <img src={thumbnailOf(id)} alt="" loading="lazy" />
      </UnstyledButton>
      <div className={classes.caption}>
        {renaming ? (
          <Rename image={image} done={() => setRenaming(false)} />
        ) : (
          <Text size="sm" fw={500} lineClamp={2} title={name}>
            {name}
          </Text>
        )}
        <div className={classes.foot}>
          <Text size="xs" c="dimmed">
            {uses > 0 ? t('library.uses', { count: uses }) : t('library.unused')}
          </Text>
          <CardActions image={image} rename={() => setRenaming(true)} />
        </div>
      </div>
      <Modal opened={opened} onClose={() => setOpened(false)} title={name} size="xl">
        <img
          src={addressFor(api.images.file, { params: { id } })}
          alt={name}
          style={{ display: 'block', width: '100%', maxHeight: '75vh', objectFit: 'contain' }}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {t('library.size', { width, height })} · {kilobytes(bytes)}
        </Text>
      </Modal>
    </li>
  );
}

function CardActions({ image, rename }: { image: ImageRow; rename: () => void }) {
  const { t } = useTranslation(['products', 'ui']);
  const { can } = useSession();
  const remove = useAct(api.images.remove);
  const { id, name } = image;
  const used = image.uses > 0;
  const removeLabel = t('library.remove', { name });
  const askAndRemove = async () => {
    const sure = await confirm({
      title: t('library.removeSure', { name }),
      message: t('library.removeText'),
      confirm: t('ui:act.remove'),
      tone: 'bad',
    });
    if (sure) await remove.run({ params: { id } });
  };
  return (
    <span style={{ display: 'inline-flex', flex: 'none' }}>
      {can('images.update') && (
        <ActionIcon size="md" aria-label={t('library.rename', { name })} onClick={rename}>
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      )}
      {can('images.delete') && (
        <Tooltip label={used ? t('library.inUse') : removeLabel}>
          <ActionIcon
            size="md"
            aria-label={
              used
                ? `${removeLabel}. ${t('ui:action.unavailable', { reason: t('library.inUse') })}`
                : removeLabel
            }
            aria-disabled={used || undefined}
            data-disabled={used || undefined}
            loading={remove.pending}
            onClick={() => !used && void askAndRemove()}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}

/** Enter or blur saves, Escape cancels. */
function Rename({ image, done }: { image: ImageRow; done: () => void }) {
  const { t } = useTranslation('products');
  const [name, setName] = useState(image.name);
  const act = useAct(api.images.update);
  const save = async () => {
    if (act.pending) return;
    if (name.trim() === '' || name.trim() === image.name) return done();
    if ((await act.run({ params: { id: image.id }, body: { name } })).ok) done();
  };
  return (
    <TextInput
      size="xs"
      aria-label={t('library.name')}
      value={name}
      maxLength={120}
      autoFocus
      disabled={act.pending}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') done();
      }}
    />
  );
}
