import { z } from 'zod';

const side = z.number().min(0.1, 'too_small').max(200, 'too_big');

/** The closed parcel of one unit, as it is typed: kg and cm. */
export const packageFields = {
  weight: z.number().min(0.001, 'too_small').max(50, 'too_big'),
  width: side,
  height: side,
  depth: side,
};
export const packageBody = z.strictObject(packageFields);

/** A closed parcel as it is stored; that of a linked ad may be outside of our limits. */
export const packageSize = z
  .object({ weight: z.number(), width: z.number(), height: z.number(), depth: z.number() })
  .meta({ id: 'PackageSize' });
export type PackageSize = z.output<typeof packageSize>;
export type PackageSide = keyof PackageSize;

export const packageSides = ['weight', 'width', 'height', 'depth'] as const satisfies PackageSide[];

/** The closed parcel if it is known completely, otherwise null. */
export function packageOf(size: { [side in PackageSide]?: number | null | undefined }): PackageSize | null {
  const { weight, width, height, depth } = size;
  return weight && width && height && depth ? { weight, width, height, depth } : null;
}

export const isSamePackage = (one: PackageSize | null, other: PackageSize | null): boolean =>
  packageSides.every((part) => (one?.[part] ?? null) === (other?.[part] ?? null));

const volumeOf = ({ width, height, depth }: Omit<PackageSize, 'weight'>) => width * height * depth;

/**
 * One parcel that costs no less than any of these: the heaviest weight, and the sides of the largest volume. Null if
 * one of them is unknown.
 */
export function largestPackage(packages: readonly (PackageSize | null)[]): PackageSize | null {
  const known = packages.filter((one) => one !== null);
  const [first, ...rest] = known;
  if (!first || known.length < packages.length) return null;
  const box = rest.reduce((most, one) => (volumeOf(one) > volumeOf(most) ? one : most), first);
  return { ...box, weight: Math.max(...known.map(({ weight }) => weight)) };
}

/**
 * The parcel that a marketplace gets for each variation. A variation without its own has that of the ad; if all
 * variations of a listing share one parcel, it is the largest of them.
 */
export function packagesSent(
  ofAd: PackageSize | null,
  own: readonly (PackageSize | null)[],
  differ: boolean,
): (PackageSize | null)[] {
  const each = own.map((one) => one ?? ofAd);
  if (differ) return each;
  const largest = largestPackage(each);
  return each.map(() => largest);
}
