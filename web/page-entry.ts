import type { ComponentType } from 'react';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import type { Namespace } from './i18n.ts';
import type { Screen } from './paths.ts';

type Load = () => Promise<{ default: ComponentType }>;
/** A screen, the area whose texts it brings, and its file (a default export). */
export type PageEntry = {
  screen: Screen;
  area: Namespace;
  load: Load;
  /** What its reader must be allowed; who is not reads that, and nothing is asked for. */
  permission?: Permission;
  /** Where one right means another screen on each side of a trade. */
  business?: BusinessType;
  /** What the screen reads first, below /api: the page asks for it while the code is still on its way. */
  reads?: readonly string[];
};
