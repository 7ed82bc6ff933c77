import { useLocalStorage } from '@mantine/hooks';

export type Density = 'comfortable' | 'compact';

/** The height of the rows, remembered in this browser for all lists. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'easy.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  return [density, setDensity];
}
