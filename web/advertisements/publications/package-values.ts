import {
  largestPackage,
  type PackageSide,
  type PackageSize,
  packageOf,
  packagesSent,
} from '#contract/advertisements/package-size.ts';

/** A parcel as it is typed. */
export type PackageValues = { [side in PackageSide]: number | null };

type Packed = PackageValues & { variations: readonly { package: PackageValues | null }[] };

/** Each variation has a parcel of its own. */
export const hasOwnPackages = ({ variations }: Pick<Packed, 'variations'>): boolean =>
  variations.some((one) => Boolean(one.package));

const sidesOf = ({ weight, width, height, depth }: PackageValues): PackageValues => ({
  ...{ weight, width, height, depth },
});

/** The parcel of a variation: that of the ad until another one is typed. */
export const packageOfVariation = (values: Packed, index: number): PackageValues =>
  values.variations[index]?.package ?? sidesOf(values);

/** The parcel of the ad: the largest of its variations if they have their own. */
export function packageOfAd(values: Packed): PackageValues {
  if (!hasOwnPackages(values)) return sidesOf(values);
  return largestPackage(values.variations.map((one) => packageOf(one.package ?? values))) ?? sidesOf(values);
}

/** The parcel that the marketplace gets for a variation; `differ`: each variation has one there. */
export const packageSentFor = (values: Packed, index: number, differ: boolean): PackageSize | null =>
  packagesSent(
    packageOf(values),
    values.variations.map((one) => one.package && packageOf(one.package)),
    differ,
  )[index] ?? null;

/** As they are sent: with parcels of their own every variation has one, and the ad the largest of them. */
export function withPackages<V extends Packed>(values: V): V {
  if (!hasOwnPackages(values)) return values;
  const variations = values.variations.map((one, index) => ({
    ...one,
    package: packageOfVariation(values, index),
  }));
  return { ...values, ...packageOfAd(values), variations };
}

const packagesIn = (values: Packed) =>
  JSON.stringify([sidesOf(values), values.variations.map((one) => one.package ?? null)]);

export const hasSamePackages = (one: Packed, other: Packed): boolean => packagesIn(one) === packagesIn(other);
