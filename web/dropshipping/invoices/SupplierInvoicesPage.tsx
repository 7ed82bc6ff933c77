import { InvoicesPage } from './InvoicesPage.tsx';

export default function SupplierInvoicesPage() {
  return <InvoicesPage side="supplier" />;
}
