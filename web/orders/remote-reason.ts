import { useTranslation } from '../i18n.ts';

/** Why a sale was canceled or returned, in the reader's words; unknown reasons as the marketplace sent them. */
export function useCancelReason(): (reason: string) => string {
  const { i18n } = useTranslation('orders');
  return (reason) => {
    const key = `orders:cancelReasons.${reason}`;
    const known = /^\w+$/.test(reason) && i18n.exists(key);
    return known ? i18n.t(key as 'orders:cancelReasons.other') : reason;
  };
}

/** Why the marketplace refused something; of `code: words` the words, if the code is unknown. */
export function useRefusalReason(): (refusal: string | null) => string {
  const { i18n } = useTranslation('orders');
  return (refusal) => {
    const [, code = '', words = ''] = /^(?:[\w-]+\.)*([\w-]+)(?:: (.+))?$/s.exec(refusal ?? '') ?? [];
    const key = `orders:nfeRejections.${code}`;
    if (code !== '' && i18n.exists(key)) return i18n.t(key as 'orders:nfeRejections.wrong_invoice_date');
    return words || (refusal ?? '');
  };
}
