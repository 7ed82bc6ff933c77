import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../bindings.ts';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import classes from './ImagesField.module.css';
import type { ImageItem, ImagesListProps } from './ImagesList.tsx';

/** Reserves its height, so that nothing below moves. */
const ImagesList = lazyWithFallback<ImagesListProps>(() => import('./ImagesList.tsx'), {
  waiting: () => <div className={classes.coming} aria-busy />,
});

type ImagesFieldProps = FieldProps<ImageItem[]> & {
  /** Returns the images for files, uploaded or kept for the form; refused files have been reported by a toast. */
  upload: (files: File[]) => Promise<ImageItem[]>;
  /** Error of the picture at this index. */
  errorOf?: (index: number) => string | undefined;
  max?: number;
  /** Maximum bytes of one file. */
  maxBytes?: number;
  /** Photos of an event: a second button opens the camera of a phone; they have neither order nor cover. */
  camera?: boolean;
};

/** Size in megabytes for the reader. */
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)}\u00a0MB`;

/**
 * Images of a record: several are uploaded at once and ordered by dragging or by keyboard; the first is the cover.
 */
export function ImagesField(props: ImagesFieldProps) {
  const {
    value,
    onChange,
    upload,
    errorOf,
    max = 12,
    maxBytes = 10_485_760,
    label,
    error,
    description,
    disabled,
    camera,
  } = props;
  const { t } = useTranslation();
  const [sending, setSending] = useState(0);
  const [over, setOver] = useState(false);
  const room = max - value.length - sending;

  const send = async (files: File[]) => {
    const taken = files.slice(0, Math.max(room, 0));
    if (taken.length === 0) return;
    setSending((count) => count + taken.length);
    try {
      onChange([...value, ...(await upload(taken))]);
    } finally {
      setSending((count) => count - taken.length);
    }
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    <Input.Wrapper label={label} error={error} description={description} labelElement="div">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an extra; the button beside does the same */}
      <div
        className={classes.area}
        data-over={over}
        data-invalid={error ? true : undefined}
        // A refused form moves the focus here.
        tabIndex={error ? -1 : undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {value.length + sending > 0 && (
          <ImagesList
            value={value}
            onChange={onChange}
            sending={sending}
            disabled={disabled}
            errorOf={errorOf}
            ordered={!camera}
          />
        )}
        <Group gap="xs">
          {camera && (
            <FileButton
              capture="environment"
              accept="image/*"
              disabled={disabled || room <= 0}
              onChange={(file) => file && void send([file])}
            >
              {(button) => (
                <Button
                  {...button}
                  variant="light"
                  mih={44}
                  leftSection={<IconCamera size={16} aria-hidden />}
                  disabled={disabled || room <= 0}
                >
                  {t('images.takePhoto')}
                </Button>
              )}
            </FileButton>
          )}
          <FileButton
            multiple
            accept="image/jpeg,image/png,image/webp"
            disabled={disabled || room <= 0}
            onChange={(files) => void send(files)}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                mih={camera ? 44 : undefined}
                leftSection={<IconPhotoPlus size={16} aria-hidden />}
                disabled={disabled || room <= 0}
              >
                {t('images.add')}
              </Button>
            )}
          </FileButton>
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {room <= 0
            ? t('images.full', { max })
            : over
              ? t('images.drop')
              : t(camera ? 'images.hintPhotos' : 'images.hint', { size: megabytes(maxBytes) })}
        </Text>
      </div>
    </Input.Wrapper>
  );
}
