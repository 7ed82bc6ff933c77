import type { ComponentType } from 'react';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import type { Namespace } from './i18n.ts';
import type { Pattern } from './paths.ts';

type Load = () => Promise<{ default: ComponentType }>;

export type PageEntry = {
  /** The area whose texts the page uses. */
  area: Namespace;
  /** Areas of parts that it takes from elsewhere; their texts would otherwise hide the page until they are loaded. */
  partsOf?: readonly Namespace[];
  /** Its file, with the component as default export. */
  load: Load;
  /** Required of the reader; without it the page says so and requests nothing. */
  permission?: Permission;
  /** Set if one permission means different pages for the two sides of a trade. */
  business?: BusinessType;
  /** Paths below /api that the page reads first; the document preloads them together with the code. */
  reads?: readonly string[];
};

/** Pages by the pattern of their screen. */
export type Pages = { readonly [P in Pattern]?: PageEntry };
