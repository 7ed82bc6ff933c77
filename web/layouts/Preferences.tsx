import { onDemand } from '../ui/on-demand.tsx';
import { PersonFace } from './PersonFace.tsx';

/** The person's menu in the bar. */
export const Preferences = onDemand(PersonFace, () => import('./PreferencesMenu.tsx'));
