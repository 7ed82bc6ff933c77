import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldsOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { PostalAddress } from './addresses.ts';
import { addresses, stateNames } from './addresses.ts';

const SLOW_MS = 8_000;

const dashed = (cep: string): string => `${cep.slice(0, 5)}-${cep.slice(5)}`;

const viewViaCep = (address: PostalAddress) => ({
  cep: dashed(address.cep),
  logradouro: address.street,
  complemento: address.complement,
  unidade: '',
  bairro: address.neighborhood,
  localidade: address.city,
  uf: address.state,
  estado: stateNames[address.state]?.[0] ?? '',
  regiao: stateNames[address.state]?.[1] ?? '',
  ibge: address.ibge,
  gia: '',
  ddd: address.ddd,
  siafi: address.siafi,
});

const viewBrasilApi = (address: PostalAddress) => ({
  cep: address.cep,
  state: address.state,
  city: address.city,
  neighborhood: address.neighborhood || null,
  street: address.street || null,
  service: 'open-cep',
  timezoneName: 'America/Sao_Paulo',
  location: { type: 'Point', coordinates: { longitude: address.longitude, latitude: address.latitude } },
  ibge: {
    city: { id: address.ibge, name: address.city },
    state: { id: address.ibge.slice(0, 2), name: stateNames[address.state]?.[0] },
  },
});

const cepOf = (params: unknown): string => textOf(fieldsOf(params).cep) ?? '';

const find = (world: World, cep: string): PostalAddress | null =>
  world.faults.zipCode.startsWith('not-found') ? null : (addresses.get(cep) ?? null);

/** True if the request has already been answered. */
const misbehave = async (world: World, reply: FastifyReply): Promise<boolean> => {
  if (world.faults.zipCode === 'down') {
    reply.hijack();
    reply.raw.destroy();
    return true;
  }
  if (world.faults.zipCode === 'slow') {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, SLOW_MS).unref();
    });
  }
  return false;
};

const brasilApiError = (status: number, type: string, message: string, cep: string) => ({
  status,
  body: {
    message,
    type,
    name: 'CepPromiseError',
    errors: [{ name: 'ServiceError', message: `CEP ${cep} não encontrado`, service: 'open-cep' }],
  },
});

const answerBrasilApi = (world: World, cep: string): { status: number; body: object } => {
  if (!/^\d{8}$/.test(cep.replace('-', ''))) {
    return brasilApiError(400, 'validation_error', 'CEP deve conter exatamente 8 caracteres.', cep);
  }
  const address = find(world, cep.replace('-', ''));
  if (address === null)
    return brasilApiError(404, 'service_error', 'Todos os serviços de CEP retornaram erro.', cep);
  return { status: 200, body: viewBrasilApi(address) };
};

export const mountZipCode = (app: FastifyInstance, world: World): void => {
  app.get('/viacep/ws/:cep/json', async (request, reply) => {
    const cep = cepOf(request.params).replace('-', '');
    if (await misbehave(world, reply)) return reply;
    if (!/^\d{8}$/.test(cep)) {
      return reply
        .status(400)
        .type('text/html')
        .send('<!doctype html><title>ViaCEP 400</title><h1>Http 400</h1><h3>Verifique a URL</h3>');
    }
    const address = find(world, cep);
    if (address !== null) return reply.send(viewViaCep(address));
    return reply.send({ erro: world.faults.zipCode === 'not-found-boolean' ? true : 'true' });
  });
  app.get('/brasilapi/api/cep/v2/:cep', async (request, reply) => {
    if (await misbehave(world, reply)) return reply;
    const answer = answerBrasilApi(world, cepOf(request.params));
    return reply.status(answer.status).send(answer.body);
  });
};
