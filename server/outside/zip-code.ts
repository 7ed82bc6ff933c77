import { z } from 'zod';
import { RemoteFailure, requestRemote } from './http.ts';

export type Address = { zip: string; state: string; city: string; neighborhood: string; street: string };

export type ZipCodes = {
  /**
   * Address of an eight-digit CEP; null: both services say that it does not exist. Throws RemoteFailure if neither
   * answered.
   */
  find(zip: string): Promise<Address | null>;
};

const viaCep = z.object({
  erro: z.union([z.boolean(), z.string()]).optional(),
  uf: z.string().optional(),
  localidade: z.string().optional(),
  bairro: z.string().optional(),
  logradouro: z.string().optional(),
});
const brasilApi = z.object({
  state: z.string(),
  city: z.string(),
  neighborhood: z.string().nullish(),
  street: z.string().nullish(),
});

const timeoutMs = 2500;
const cacheSize = 5000;

export function createZipCodes(options: { viaCepUrl: string; brasilApiUrl: string }): ZipCodes {
  const cache = new Map<string, Address>();

  async function askViaCep(zip: string): Promise<Address | null> {
    const { status, bytes } = await requestRemote(`${options.viaCepUrl}/ws/${zip}/json/`, { timeoutMs });
    if (status !== 200) throw new RemoteFailure(`ViaCEP answered ${status}`);
    const found = viaCep.parse(JSON.parse(bytes.toString()));
    if (found.erro === true || found.erro === 'true' || !found.uf || !found.localidade) return null;
    return {
      zip,
      state: found.uf,
      city: found.localidade,
      neighborhood: found.bairro ?? '',
      street: found.logradouro ?? '',
    };
  }

  async function askBrasilApi(zip: string): Promise<Address | null> {
    const { status, bytes } = await requestRemote(`${options.brasilApiUrl}/api/cep/v2/${zip}`, { timeoutMs });
    if (status === 404) return null;
    if (status !== 200) throw new RemoteFailure(`BrasilAPI answered ${status}`);
    const found = brasilApi.parse(JSON.parse(bytes.toString()));
    return {
      zip,
      state: found.state,
      city: found.city,
      neighborhood: found.neighborhood ?? '',
      street: found.street ?? '',
    };
  }

  return {
    async find(zip) {
      const cached = cache.get(zip);
      if (cached) return cached;
      const answers = await firstAnswer([() => askViaCep(zip), () => askBrasilApi(zip)]);
      if (answers) {
        if (cache.size >= cacheSize) cache.clear();
        cache.set(zip, answers);
      }
      return answers;
    },
  };
}

/** The first address; null if at least one service answered and none knows it. */
async function firstAnswer(asks: (() => Promise<Address | null>)[]): Promise<Address | null> {
  let failure: unknown;
  let answered = false;
  for (const ask of asks) {
    try {
      const found = await ask();
      if (found) return found;
      answered = true;
    } catch (error) {
      failure = error;
    }
  }
  if (answered) return null;
  throw failure instanceof RemoteFailure
    ? failure
    : new RemoteFailure('zip code services', { cause: failure });
}
