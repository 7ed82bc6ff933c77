import { DragDropContext, Draggable, Droppable, type DropResult } from '@hello-pangea/dnd';
import { ActionIcon, Badge, Loader } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import classes from './ImagesField.module.css';

export type ImageItem = {
  id: number;
  name: string;
  /** URL of the thumbnail. */
  url: string;
  /** Uploaded together with the form. */
  file?: File;
};

export type ImagesListProps = {
  value: ImageItem[];
  onChange: (next: ImageItem[]) => void;
  disabled: boolean | undefined;
  /** Error of the picture at this index. */
  errorOf: ((index: number) => string | undefined) | undefined;
  /** Number of running uploads. */
  sending: number;
  /** Whether order matters and the first is the cover; photos of an event have neither. */
  ordered: boolean;
};

/** The images in their order. */
export default function ImagesList(props: ImagesListProps) {
  const { value, onChange, disabled, errorOf, sending, ordered } = props;
  const { t } = useTranslation();
  const move = (from: number, to: number) => {
    const next = [...value];
    const [taken] = next.splice(from, 1);
    if (taken) next.splice(to, 0, taken);
    onChange(next);
  };
  const onDragEnd = ({ source, destination }: DropResult) =>
    destination && move(source.index, destination.index);
  return (
    <DragDropContext onDragEnd={onDragEnd}>
      <Droppable droppableId="images" direction="horizontal" isDropDisabled={disabled || !ordered}>
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
                ordered={ordered}
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
  );
}

type PictureProps = {
  image: ImageItem;
  index: number;
  total: number;
  disabled?: boolean;
  error: string | undefined;
  ordered: boolean;
  move: (from: number, to: number) => void;
  remove: () => void;
};

function Picture({ image, index, total, disabled, error, ordered, move, remove }: PictureProps) {
  const { t } = useTranslation();
  const position = index + 1;
  return (
    <Draggable
      draggableId={String(image.id)}
      index={index}
      isDragDisabled={disabled || !ordered}
      disableInteractiveElementBlocking
    >
      {(drag) => (
        <div
          ref={drag.innerRef}
          {...drag.draggableProps}
          className={classes.image}
          data-invalid={error ? true : undefined}
          tabIndex={error ? -1 : undefined}
        >
          {ordered ? (
            <button
              type="button"
              {...drag.dragHandleProps}
              className={classes.handle}
              aria-label={`${image.name}. ${t('images.reorder', { position, total })}`}
            >
              <img src={image.url} alt="" loading="lazy" draggable={false} />
            </button>
          ) : (
            <img src={image.url} alt={image.name} loading="lazy" draggable={false} />
          )}
          {error && (
            <Badge size="xs" color="red" className={classes.fault} role="alert">
              {error}
            </Badge>
          )}
          {ordered && index === 0 && (
            <Badge size="xs" className={classes.cover}>
              {t('images.cover')}
            </Badge>
          )}
          {!disabled && ordered && <Controls position={position} total={total} move={move} remove={remove} />}
          {!disabled && !ordered && (
            <ActionIcon
              size={44}
              variant="default"
              className={classes.remove}
              aria-label={t('images.remove', { position })}
              onClick={remove}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
    </Draggable>
  );
}

type ControlsProps = Pick<PictureProps, 'total' | 'move' | 'remove'> & { position: number };

function Controls({ position, total, move, remove }: ControlsProps) {
  const { t } = useTranslation();
  const index = position - 1;
  return (
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
      <ActionIcon size="md" variant="default" aria-label={t('images.remove', { position })} onClick={remove}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}
