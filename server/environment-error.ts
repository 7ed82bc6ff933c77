/** The configuration is unusable; the message is for the operator. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}
