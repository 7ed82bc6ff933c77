import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { Fault } from '#server/fault.ts';
import { createByteLimit } from './byte-limit.ts';

const headers = new Map<string, unknown>();
const reply: Pick<FastifyReply, 'header'> = {
  header(name: string, value?: unknown) {
    headers.set(name, value);
    return reply as FastifyReply;
  },
};

test('all callers together are limited as well, and a release counts once', () => {
  const limit = createByteLimit({ perCaller: 10, total: 25 });
  const reserve = (caller: string, bytes: number) => limit.reserve(caller, bytes, reply as FastifyReply);
  const codeOf = (caller: string, bytes: number) => {
    try {
      reserve(caller, bytes);
    } catch (error) {
      return error instanceof Fault ? error.code : error;
    }
    return 'taken';
  };
  const release = reserve('a', 10);
  expect(codeOf('a', 1)).toBe('too_many_requests');
  expect(headers.get('retry-after')).toBe('5');
  reserve('b', 10);
  expect(codeOf('c', 6)).toBe('unavailable');
  release();
  release();
  expect(codeOf('c', 10)).toBe('taken');
  expect(codeOf('a', 6)).toBe('unavailable');
  expect(codeOf('a', 5)).toBe('taken');
});
