/** What a start was told is not usable; its message is for the person who started. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}
