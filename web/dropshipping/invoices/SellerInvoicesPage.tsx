import { InvoicesPage } from './InvoicesPage.tsx';

export default function SellerInvoicesPage() {
  return <InvoicesPage side="seller" />;
}
