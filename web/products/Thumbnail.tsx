import { IconPhotoOff } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import cells from '../ui/table/cells.module.css';
import { useSession } from '../use-session.ts';
import { thumbnailOf } from './images/image-upload.ts';

type ThumbnailProps = { image: { id: number; name: string; url?: string } | null; size?: number };

/** A small square picture, or a placeholder. */
export function Thumbnail({ image, size = 32 }: ThumbnailProps) {
  const { t } = useTranslation('products');
  const { can } = useSession();
  if (!image || !can('thumbnails.read'))
    return (
      <span
        className={cells.blank}
        style={{ width: size, height: size }}
        aria-label={t('list.noImage')}
        role="img"
      >
        <IconPhotoOff size={size / 2} stroke={1.5} aria-hidden />
      </span>
    );
  return (
    <img
      src={image.url ?? thumbnailOf(image.id)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      style={{
        display: 'block',
        flex: 'none',
        objectFit: 'cover',
        borderRadius: 'var(--mantine-radius-sm)',
        background: 'var(--easy-hover)',
      }}
    />
  );
}
