import {
  DragDropContext,
  Draggable,
  Droppable,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import { Anchor } from '@mantine/core';
import { IconArrowNarrowDown, IconArrowNarrowUp, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import type { WalkLevel } from '#contract/inventory/walk.ts';
import { useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import classes from './WalkList.module.css';
import { usePages, WalkPages } from './WalkPages.tsx';
import { moved, runsBack } from './walk-rows.ts';

type Placed = WalkLevel['positions'][number];

export type WalkListProps = {
  positions: Placed[];
  /** Marks the rows that are walked backwards. */
  directed: boolean;
  onChange: (next: Placed[]) => void;
};

/** Rows are dragged by their handle with mouse, finger or keys, or moved to a place by its number on any page. */
export default function WalkList({ positions, directed, onChange }: WalkListProps) {
  const { t } = useTranslation('inventory');
  const pages = usePages(positions);
  const { first, shown } = pages;
  const back = directed ? runsBack(positions) : [];
  const move = (from: number, to: number) => {
    onChange(moved(positions, from, to));
    pages.follow(to, positions[from]?.id);
  };
  const said = (what: 'lifted' | 'moved' | 'dropped' | 'canceled', id: string, index: number) =>
    t(`walk.${what}`, {
      code: shown.find((position) => String(position.id) === id)?.code ?? '',
      place: first + index + 1,
      total: positions.length,
    });
  const onDragEnd = ({ source, destination, draggableId }: DropResult, { announce }: ResponderProvided) => {
    announce(said(destination ? 'dropped' : 'canceled', draggableId, (destination ?? source).index));
    if (destination) onChange(moved(positions, first + source.index, first + destination.index));
  };
  return (
    <DragDropContext
      dragHandleUsageInstructions={t('walk.instructions')}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(said('lifted', draggableId, source.index))
      }
      onDragUpdate={({ draggableId, destination, source }, { announce }) =>
        announce(said('moved', draggableId, (destination ?? source).index))
      }
      onDragEnd={onDragEnd}
    >
      <WalkPages pages={pages} total={positions.length} />
      <Droppable droppableId="walk">
        {(list) => (
          <ol
            ref={list.innerRef}
            {...list.droppableProps}
            className={classes.list}
            aria-label={t('walk.list')}
            start={first + 1}
          >
            {shown.map((position, index) => (
              <Position
                key={position.id}
                position={position}
                index={index}
                place={first + index + 1}
                total={positions.length}
                back={back[first + index]}
                inside={paths.inventory.walkInside(position.id)}
                move={move}
              />
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
  );
}

type PositionProps = {
  position: Placed;
  /** Index on its page. */
  index: number;
  /** Index in the whole order, from 1. */
  place: number;
  total: number;
  /** Undefined if no row runs backwards. */
  back: boolean | undefined;
  inside: Href;
  move: (from: number, to: number) => void;
};

function Position({ position, index, place, total, back, inside, move }: PositionProps) {
  const { t } = useTranslation('inventory');
  const { id, code, children } = position;
  return (
    <Draggable draggableId={String(id)} index={index} disableInteractiveElementBlocking>
      {(drag, { isDragging }) => (
        <li
          ref={drag.innerRef}
          {...drag.draggableProps}
          className={classes.position}
          data-dragging={isDragging || undefined}
          data-position={id}
        >
          <button
            type="button"
            {...drag.dragHandleProps}
            className={classes.handle}
            aria-label={t('walk.handle', { code, place, total })}
          >
            <IconGripVertical size={20} aria-hidden />
          </button>
          <PlaceInput code={code} place={place} total={total} send={(to) => move(place - 1, to - 1)} />
          <span className={classes.code}>{code}</span>
          {back !== undefined && (
            <span className={classes.way}>
              {back ? (
                <IconArrowNarrowUp size={16} aria-hidden />
              ) : (
                <IconArrowNarrowDown size={16} aria-hidden />
              )}
              {t(back ? 'walk.back' : 'walk.forth')}
            </span>
          )}
          {children > 0 && (
            <Anchor
              component={Link}
              to={inside}
              className={classes.inside}
              aria-label={t('walk.insideOf', { code })}
            >
              {t('walk.inside', { count: children })}
            </Anchor>
          )}
        </li>
      )}
    </Draggable>
  );
}

type PlaceInputProps = { code: string; place: number; total: number; send: (place: number) => void };

/** Applied on blur or Enter, not while typing. */
function PlaceInput({ code, place, total, send }: PlaceInputProps) {
  const { t } = useTranslation('inventory');
  const [typed, setTyped] = useState<number | null>(place);
  const [shown, setShown] = useState(place);
  if (shown !== place) {
    setShown(place);
    setTyped(place);
  }
  const settle = () => {
    setTyped(place);
    if (typed === null || Number.isNaN(typed)) return;
    const within = Math.max(1, Math.min(typed, total));
    if (within !== place) send(within);
  };
  return (
    <div className={classes.place} data-wide={total > 999 || undefined}>
      <NumberField
        size="md"
        aria-label={t('walk.place', { code })}
        value={typed}
        onChange={setTyped}
        onBlur={settle}
        onEnter={settle}
        min={1}
        max={total}
      />
    </div>
  );
}
