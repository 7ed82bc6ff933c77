import { onDemand } from '../ui/on-demand.tsx';
import { BusinessName, type SwitchProps, SwitchTrigger } from './BusinessSwitchTrigger.tsx';

const Switch = onDemand(SwitchTrigger, () => import('./BusinessMenu.tsx'));

/** The current business, and a list of the others if there are any. */
export function BusinessSwitch({ session }: SwitchProps) {
  return session.businesses.length < 2 ? <BusinessName session={session} /> : <Switch session={session} />;
}
