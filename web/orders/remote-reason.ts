import { useTranslation } from '../i18n.ts';

/** Why a sale was canceled, in the reader's words; what we have no words for is shown as it came. */
export function useCancelReason(): (reason: string) => string {
  const { i18n } = useTranslation('orders');
  return (reason) => {
    const key = `orders:cancelReasons.${reason}`;
    const known = /^\w+$/.test(reason) && i18n.exists(key);
    return known ? i18n.t(key as 'orders:cancelReasons.other') : reason;
  };
}

/** What the marketplace has against an NF-e, likewise. */
export function useDocumentReason(): (code: string | null) => string {
  const { i18n } = useTranslation('orders');
  return (code) => {
    const key = `orders:nfeRejections.${code}`;
    return code !== null && i18n.exists(key)
      ? i18n.t(key as 'orders:nfeRejections.wrong_invoice_date')
      : (code ?? '');
  };
}
