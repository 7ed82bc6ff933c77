import { onDemand } from '../ui/on-demand.tsx';
import { PersonFace } from './PersonFace.tsx';

/** The person's corner of the bar. */
export const Preferences = onDemand(PersonFace, () => import('./PreferencesMenu.tsx'));
