import { IconPhotoOff } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { addressFor } from '../api.ts';
import classes from './Photo.module.css';

type PhotoProps = { image: { id: number } | null; size?: number; alt?: string; whole?: boolean };

/** The photo of a product as a square, or a placeholder. */
export function Photo({ image, size, alt = '', whole = false }: PhotoProps) {
  const style = size ? { width: size, height: size } : undefined;
  if (!image)
    return (
      <span className={classes.none} style={style} data-picture aria-hidden>
        <IconPhotoOff size={size && size < 60 ? 16 : 32} stroke={1.4} />
      </span>
    );
  const endpoint = whole ? api.images.file : api.images.thumbnail;
  return (
    <img
      className={classes.photo}
      style={style}
      src={addressFor(endpoint, { params: { id: image.id } })}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}

/**
 * Photo and name in one line of a table. Where there is no room, the product's name is cut and the variation after it
 * stays: it is all that differs between the rows of a product.
 */
export function PhotoName({ image, name }: { image: PhotoProps['image']; name: string }) {
  const joint = name.lastIndexOf(' · ');
  const [product, variation] = joint < 0 ? [name, ''] : [name.slice(0, joint), name.slice(joint)];
  return (
    <span className={classes.line} title={name}>
      <Photo image={image} size={32} />
      <span className={classes.text}>
        <span className={classes.product}>{product}</span>
        {variation && <span className={classes.variation}>{variation}</span>}
      </span>
    </span>
  );
}
