import { useIdParam } from '../../ui/page/navigation.tsx';
import { WalkScreen } from './WalkScreen.tsx';

/** The positions directly in a warehouse. */
export default function WalkPage() {
  const id = useIdParam();
  return <WalkScreen key={id} warehouseId={id} parentId={null} />;
}
