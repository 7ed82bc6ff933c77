import { api } from '#contract/index.ts';
import { addressFor } from '../../api.ts';
import { useSession } from '../../use-session.ts';
import { thumbnailOf } from './image-upload.ts';
import classes from './KeptPhotos.module.css';

type KeptPhotosProps = {
  photos: readonly { id: number; name: string }[];
  /** Their subject, for screen readers. */
  about: string;
};

/** Photos, each opening large in a new tab. */
export function KeptPhotos({ photos, about }: KeptPhotosProps) {
  const { can } = useSession();
  if (photos.length === 0) return null;
  return (
    <div className={classes.photos}>
      {photos.map((photo) => (
        <a
          key={photo.id}
          href={addressFor(can('images.read') ? api.images.file : api.images.thumbnail, {
            params: { id: photo.id },
          })}
          target="_blank"
          rel="noreferrer"
        >
          <img src={thumbnailOf(photo.id)} alt={`${about}: ${photo.name}`} loading="lazy" />
        </a>
      ))}
    </div>
  );
}
