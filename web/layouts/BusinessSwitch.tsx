import { onDemand } from '../ui/on-demand.tsx';
import { BusinessName, SwitchFace, type SwitchProps } from './BusinessSwitchFace.tsx';

const Switch = onDemand(SwitchFace, () => import('./BusinessMenu.tsx'));

/** The current business, and a list of the others if there are any. */
export function BusinessSwitch({ session }: SwitchProps) {
  return session.businesses.length < 2 ? <BusinessName session={session} /> : <Switch session={session} />;
}
