import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { createClock } from './clock.ts';
import type { Faults } from './control/faults.ts';
import { restoreFaults } from './control/faults.ts';
import type { MailBox } from './mail/box.ts';
import { restoreMailBox } from './mail/box.ts';
import type { Market } from './mercado-livre/market.ts';
import { restoreMarket } from './mercado-livre/market.ts';
import type { Market as StoreMarket } from './nuvemshop/market.ts';
import { restoreMarket as restoreStores } from './nuvemshop/market.ts';
import type { Market as ShopeeMarket } from './shopee/market.ts';
import { restoreMarket as restoreShopee } from './shopee/market.ts';
import type { BlobStore, Snapshot } from './storage.ts';
import { openBlobs, openSnapshot } from './storage.ts';

/** The one application registered at the marketplace. */
type RegisteredApplication = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  notifyUrl: string;
};

/** The application registered in the partner panel of the store platform. */
type StoreApplication = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Below it, each under its name, go the three notifications about personal data; empty sends none. */
  privacyUrl: string;
};

/** The application registered in the console of the partner. */
type ShopeeApplication = {
  partnerId: string;
  partnerKey: string;
  /** Its domain is where a consent may lead; empty leads anywhere. */
  redirectUri: string;
  /** Where pushes go; empty sends none. */
  notifyUrl: string;
};

export type WorldOptions = RegisteredApplication & {
  /** Missing options are those of the first marketplace. */
  nuvemshop?: { [Name in keyof StoreApplication]?: StoreApplication[Name] | undefined } | undefined;
  /** Missing options are those of the first marketplace. */
  shopee?: { [Name in keyof ShopeeApplication]?: ShopeeApplication[Name] | undefined } | undefined;
  dataDir?: string | undefined;
  now?: (() => Date) | undefined;
  /** Waits between attempts of one notification, in milliseconds. */
  notifyRetries?: number[] | undefined;
  /** Represents `https://api.mercadolibre.com` downloading a picture by its address; off keeps them pending. */
  fetchPictures?: boolean | undefined;
};

export type World = {
  application: RegisteredApplication;
  nuvemshopApplication: StoreApplication;
  shopeeApplication: ShopeeApplication;
  clock: Clock;
  market: Market;
  nuvemshop: StoreMarket;
  shopee: ShopeeMarket;
  faults: Faults;
  mail: MailBox;
  pictures: BlobStore;
  notifyRetries: number[];
  /** Waits between attempts of one webhook; null as documented. */
  storeRetries: number[] | null;
  /** Waits between attempts of one push; null as documented. */
  shopeeRetries: number[] | null;
  fetchPictures: boolean;
  /** Set once the port is known. */
  url: string;
  /** Timers of notifications still to be sent. */
  timers: Set<NodeJS.Timeout>;
  changed: () => void;
  mailChanged: () => void;
  flush: () => void;
};

const RETRY_WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

export const openWorld = (options: WorldOptions): World => {
  const directory = options.dataDir === undefined ? null : join(options.dataDir, 'sandbox');
  const market: Snapshot<Market> = openSnapshot(directory, 'mercado-livre', restoreMarket);
  const nuvemshop: Snapshot<StoreMarket> = openSnapshot(directory, 'nuvemshop', restoreStores);
  const shopee: Snapshot<ShopeeMarket> = openSnapshot(directory, 'shopee', restoreShopee);
  const faults: Snapshot<Faults> = openSnapshot(directory, 'faults', restoreFaults);
  const mail: Snapshot<MailBox> = openSnapshot(directory, 'mail', restoreMailBox);
  const clock = createClock(options.now, faults.state.clockAheadMs);
  return {
    application: {
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      redirectUri: options.redirectUri,
      notifyUrl: options.notifyUrl,
    },
    nuvemshopApplication: {
      clientId: options.nuvemshop?.clientId ?? options.clientId,
      clientSecret: options.nuvemshop?.clientSecret ?? options.clientSecret,
      redirectUri: options.nuvemshop?.redirectUri ?? options.redirectUri,
      privacyUrl: options.nuvemshop?.privacyUrl ?? '',
    },
    shopeeApplication: {
      partnerId: options.shopee?.partnerId ?? options.clientId,
      partnerKey: options.shopee?.partnerKey ?? options.clientSecret,
      redirectUri: options.shopee?.redirectUri ?? options.redirectUri,
      notifyUrl: options.shopee?.notifyUrl ?? '',
    },
    clock,
    market: market.state,
    nuvemshop: nuvemshop.state,
    shopee: shopee.state,
    faults: faults.state,
    mail: mail.state,
    pictures: openBlobs(directory === null ? null : join(directory, 'pictures')),
    notifyRetries: options.notifyRetries ?? RETRY_WAITS_MS,
    storeRetries: options.notifyRetries ?? null,
    shopeeRetries: options.notifyRetries ?? null,
    fetchPictures: options.fetchPictures ?? true,
    url: '',
    timers: new Set(),
    changed: () => {
      faults.state.clockAheadMs = clock.ahead();
      market.touch();
      nuvemshop.touch();
      shopee.touch();
      faults.touch();
    },
    mailChanged: mail.touch,
    flush: () => {
      market.flush();
      nuvemshop.flush();
      shopee.flush();
      faults.flush();
      mail.flush();
    },
  };
};
