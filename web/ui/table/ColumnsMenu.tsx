import { Menu } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { useOpenAtOnce } from '../on-demand.tsx';
import cells from './cells.module.css';
import { type ColumnsProps, ColumnsTrigger } from './TableTriggers.tsx';

/**
 * Selects the visible columns; the first one is always visible. A choice is kept even if it needs more room than
 * there is.
 */
export default function ColumnsMenu(props: ColumnsProps) {
  const { columns, beyond, setHidden } = props;
  const hidden = [...props.hidden, ...beyond];
  const { t } = useTranslation();
  const { target, opened, setOpened } = useOpenAtOnce();
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <ColumnsTrigger {...props} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column, index) => {
          const shown = !hidden.includes(column.key);
          const toggle = () =>
            setHidden(shown ? [...hidden, column.key] : hidden.filter((key) => key !== column.key));
          return (
            <Menu.CheckboxItem key={column.key} checked={shown} disabled={index === 0} onChange={toggle}>
              {column.label}
              {beyond.includes(column.key) && (
                <span className={`${cells.dim} ${cells.small}`}> {t('table.noRoom')}</span>
              )}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => setHidden(null)}>{t('table.resetColumns')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
