import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { ShowAll, useFirst } from './ShowAll.tsx';

afterEach(cleanup);

function Panel({ names }: { names: readonly string[] }) {
  const { first, ...fold } = useFirst(names, 2);
  return (
    <>
      {first.map((name) => (
        <p key={name}>{name}</p>
      ))}
      <ShowAll {...fold} />
    </>
  );
}

test('a panel above a list shows its first items, and the others on demand', async () => {
  await renderScreen(() => <Panel names={['um', 'dois', 'três', 'quatro']} />);
  await screen.findByText('dois');
  expect(screen.queryByText('três')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar mais 2' }));
  expect(screen.getByText('quatro')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a panel with few items has no button', async () => {
  await renderScreen(() => <Panel names={['um', 'dois']} />);
  await screen.findByText('dois');
  expect(screen.queryByRole('button')).toBeNull();
});
