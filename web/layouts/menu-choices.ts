import { useLocalStorage } from '@mantine/hooks';

/** A person's arrangement of the menu, stored in this browser by the addresses of the items. */
export type MenuChoices = {
  pinned: readonly string[];
  hidden: readonly string[];
  /** Open or folded by hand. */
  open: Readonly<Record<string, boolean>>;
};

const none: MenuChoices = { pinned: [], hidden: [], open: {} };

export function useMenuChoices() {
  const [choices, setChoices] = useLocalStorage<MenuChoices>({
    key: 'easy.menu',
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const toggle = (of: 'pinned' | 'hidden', to: string) => {
    const listed = choices[of].includes(to);
    setChoices({
      ...choices,
      [of]: listed ? choices[of].filter((other) => other !== to) : [...choices[of], to],
    });
  };
  return {
    choices,
    togglePin: (to: string) => toggle('pinned', to),
    toggleHidden: (to: string) => toggle('hidden', to),
    setOpen: (group: string, open: boolean) =>
      setChoices({ ...choices, open: { ...choices.open, [group]: open } }),
  };
}
