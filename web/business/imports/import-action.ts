import { IconTableImport } from '@tabler/icons-react';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import type { Action } from '../../ui/actions/action.ts';

/** The menu item of a list that imports its records. */
export function useImportAction(kind: ImportKind): Action {
  const { t } = useTranslation();
  return {
    key: `import-${kind}`,
    label: t(kind === 'prices' ? 'importPrices' : 'importSheet'),
    icon: IconTableImport,
    permission: `imports.${kind}`,
    secondary: true,
    to: paths.business.createImport(kind),
  };
}
