import type { App } from '#server/app.ts';

export type DemoSignIn = { label: string; email: string; password: string };

/** Fills an empty database once, by the product's own rules; answers who can sign in. */
export async function seedDemo(_app: App): Promise<readonly DemoSignIn[]> {
  return [];
}
