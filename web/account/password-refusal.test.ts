import { expect, test } from 'vitest';
import { Failure } from '../api.ts';
import { passwordRefusal } from './password-refusal.ts';

const refused = (code: 'password_wrong' | 'too_many_requests' | 'internal', status: number) =>
  new Failure({
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: `detail of ${code}`,
    requestId: '-',
  });

test('a wrong password and a lock are shown at the field, other failures are not', () => {
  expect(passwordRefusal(refused('password_wrong', 422), 'wait')).toBe('detail of password_wrong');
  expect(passwordRefusal(refused('too_many_requests', 429), 'wait')).toBe('wait');
  expect(passwordRefusal(refused('internal', 500), 'wait')).toBeUndefined();
});
