import { useTranslation } from '../i18n.ts';

/** Why a sale was canceled or comes back, in the reader's words; what we have no words for is shown as it came. */
export function useCancelReason(): (reason: string) => string {
  const { i18n } = useTranslation('orders');
  return (reason) => {
    const key = `orders:cancelReasons.${reason}`;
    const known = /^\w+$/.test(reason) && i18n.exists(key);
    return known ? i18n.t(key as 'orders:cancelReasons.other') : reason;
  };
}

/** What the marketplace has against what was sent to it, likewise: of `code: words` the words, if we have none for the code. */
export function useRefusalReason(): (refusal: string | null) => string {
  const { i18n } = useTranslation('orders');
  return (refusal) => {
    const [, code = '', words = ''] = /^(?:[\w-]+\.)*([\w-]+)(?:: (.+))?$/s.exec(refusal ?? '') ?? [];
    const key = `orders:nfeRejections.${code}`;
    if (code !== '' && i18n.exists(key)) return i18n.t(key as 'orders:nfeRejections.wrong_invoice_date');
    return words || (refusal ?? '');
  };
}
