import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { TestApp } from '#server/test/app.ts';
import type { Inbox } from './inbox.ts';

export const goodPassword = 'girassol verde 41 trilho';
let serial = 0;

export function registrationOf(
  change: Partial<BodyInputOf<typeof api.auth.registerBusiness>> = {},
): BodyInputOf<typeof api.auth.registerBusiness> {
  serial += 1;
  return {
    name: 'Ana Ribeiro',
    email: `ana${serial}@loja.example`,
    password: goodPassword,
    passwordConfirmation: change.password ?? goodPassword,
    businessName: `Casa da Ana ${serial}`,
    businessType: 'sales',
    document: '529.982.247-25',
    ...change,
  };
}

/** Registers and activates a person with a business, through the product's own mails; returns the e-mail. */
export async function registerActive(
  app: TestApp,
  inbox: Inbox,
  change: Partial<BodyInputOf<typeof api.auth.registerBusiness>> = {},
): Promise<string> {
  const body = registrationOf(change);
  await app.anonymous.call(api.auth.registerBusiness, { body });
  await app.drain();
  const { token = '' } = await app.anonymous.call(api.auth.activate, {
    body: { token: inbox.token(body.email), password: body.password, carriedBy: 'header' },
  });
  await app.withToken(token).call(api.auth.signOut, { body: {} });
  return body.email;
}

/** Signs in as an API client does and returns both tokens. */
export async function signInByHeader(app: TestApp, email: string, password = goodPassword) {
  const answer = await app.anonymous.call(api.auth.signIn, {
    body: { email, password, carriedBy: 'header' },
  });
  return { token: answer.token ?? '', refreshToken: answer.refreshToken ?? '' };
}
