import type { Mail } from './mail.ts';
import type { Marketplaces } from './marketplaces/marketplaces.ts';
import type { PictureClient } from './picture-client.ts';
import type { Storage } from './storage.ts';
import type { WebhookClient } from './webhook-client.ts';
import type { ZipCodes } from './zip-code.ts';

/** Everything outside our process and database; each is a small interface with real clients only. */
export type Outside = {
  mail: Mail;
  storage: Storage;
  zipCodes: ZipCodes;
  marketplaces: Marketplaces;
  webhooks: WebhookClient;
  pictures: PictureClient;
};
