/** The library that draws pictures, with its settings: loaded with the first of them, for it takes 20 MiB. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Decoders keep no pictures between calls, and two at a time leave cores for everyone else.
  sharp.cache(false);
  sharp.concurrency(2);
  return sharp;
}
