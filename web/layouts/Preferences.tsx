import { onDemand } from '../ui/on-demand.tsx';
import { PersonTrigger } from './PersonTrigger.tsx';

/** The person's menu in the bar. */
export const Preferences = onDemand(PersonTrigger, () => import('./PreferencesMenu.tsx'));
