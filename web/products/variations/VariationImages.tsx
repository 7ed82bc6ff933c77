import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { Thumbnail } from '../Thumbnail.tsx';
import classes from './VariationTable.module.css';

type VariationImagesProps = {
  images: readonly ImageItem[];
  chosen: readonly number[];
  name: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (chosen: number[]) => void;
};

/** The product's pictures that show this variation. */
export function VariationImages({ images, chosen, name, disabled, error, onChange }: VariationImagesProps) {
  const { t } = useTranslation('products');
  const cover = images.find((image) => image.id === chosen[0]) ?? null;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Popover position="bottom-start" withinPortal shadow="md" trapFocus returnFocus width={300}>
      <Popover.Target>
        <UnstyledButton
          className={classes.cover}
          aria-label={[t('table.images', { name }), error].filter(Boolean).join('. ')}
          data-invalid={error ? true : undefined}
          title={error}
          disabled={disabled}
        >
          <Thumbnail image={cover} size={32} />
          {chosen.length > 1 && <span className={classes.more}>{chosen.length}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.images', { name })}>
        {images.length === 0 ? (
          <Text size="sm">{t('table.imagesNone')}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {t('table.imagesAll')}
            </Text>
            <div className={classes.choices}>
              {images.map((image) => (
                <UnstyledButton
                  key={image.id}
                  className={classes.choice}
                  aria-pressed={chosen.includes(image.id)}
                  aria-label={image.name}
                  onClick={() => toggle(image.id)}
                >
                  <Thumbnail image={image} size={58} />
                  {chosen.includes(image.id) && (
                    <span className={classes.tick}>
                      <IconCheck size={14} aria-hidden />
                    </span>
                  )}
                </UnstyledButton>
              ))}
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
