import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd';
import { ActionIcon, Badge, Button, FileButton, Input, Loader, Text } from '@mantine/core';
import { IconCamera, IconChevronLeft, IconChevronRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../bindings.ts';
import classes from './ImagesField.module.css';

export type ImageItem = {
  id: number;
  name: string;
  /** Address of the thumbnail. */
  url: string;
  /** Not sent yet: it goes along with the form. */
  file?: File;
};

export type ImagesFieldProps = FieldProps<ImageItem[]> & {
  /** Gives back what files became, sent or kept for the form to send; what was refused has been told by a toast. */
  upload: (files: File[]) => Promise<ImageItem[]>;
  /** What is wrong with the picture in that place. */
  errorOf?: (index: number) => string | undefined;
  max?: number;
  /** Bytes of one file. */
  maxBytes?: number;
  /** A second button, which on a phone opens its camera. */
  camera?: boolean;
};

/** A whole megabyte count as people read it. */
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

export default function ImagesEditor(props: ImagesFieldProps) {
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
  const move = (from: number, to: number) => {
    const next = [...value];
    const [taken] = next.splice(from, 1);
    if (taken) next.splice(to, 0, taken);
    onChange(next);
  };
  const onDragEnd = ({ source, destination }: DropResult) =>
    destination && move(source.index, destination.index);
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
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <DragDropContext onDragEnd={onDragEnd}>
          <Droppable droppableId="images" direction="horizontal" isDropDisabled={disabled}>
            {(list) => (
              <div ref={list.innerRef} {...list.droppableProps} className={classes.images}>
                {value.map((image, index) => (
                  <Picture
                    key={image.id}
                    image={image}
                    index={index}
                    total={value.length}
                    disabled={disabled}
                    error={errorOf?.(index)}
                    move={move}
                    remove={() => onChange(value.filter((other) => other.id !== image.id))}
                  />
                ))}
                {list.placeholder}
                {sending > 0 && (
                  <div className={classes.image} role="status" aria-label={t('images.uploading')}>
                    <Loader size="sm" />
                  </div>
                )}
              </div>
            )}
          </Droppable>
        </DragDropContext>
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
                leftSection={<IconCamera size={16} aria-hidden />}
                disabled={disabled || room <= 0}
                mr="xs"
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
              leftSection={<IconPhotoPlus size={16} aria-hidden />}
              disabled={disabled || room <= 0}
            >
              {t('images.add')}
            </Button>
          )}
        </FileButton>
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

type PictureProps = {
  image: ImageItem;
  index: number;
  total: number;
  disabled?: boolean;
  error: string | undefined;
  move: (from: number, to: number) => void;
  remove: () => void;
};

function Picture({ image, index, total, disabled, error, move, remove }: PictureProps) {
  const { t } = useTranslation();
  const position = index + 1;
  return (
    <Draggable
      draggableId={String(image.id)}
      index={index}
      isDragDisabled={disabled}
      disableInteractiveElementBlocking
    >
      {(drag) => (
        <div
          ref={drag.innerRef}
          {...drag.draggableProps}
          className={classes.image}
          data-invalid={error ? true : undefined}
        >
          <button
            type="button"
            {...drag.dragHandleProps}
            className={classes.handle}
            aria-label={`${image.name}. ${t('images.reorder', { position, total })}`}
          >
            <img src={image.url} alt="" loading="lazy" draggable={false} />
          </button>
          {error && (
            <Badge size="xs" color="red" className={classes.fault} role="alert">
              {error}
            </Badge>
          )}
          {index === 0 && (
            <Badge size="xs" className={classes.cover}>
              {t('images.cover')}
            </Badge>
          )}
          {!disabled && (
            <div className={classes.controls}>
              <ActionIcon
                size="md"
                variant="default"
                aria-label={t('images.before', { position })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconChevronLeft size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size="md"
                variant="default"
                aria-label={t('images.after', { position })}
                disabled={position === total}
                onClick={() => move(index, index + 1)}
              >
                <IconChevronRight size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size="md"
                variant="default"
                aria-label={t('images.remove', { position })}
                onClick={remove}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </div>
          )}
        </div>
      )}
    </Draggable>
  );
}
