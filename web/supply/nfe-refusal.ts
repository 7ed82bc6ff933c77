import { useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import { nfeFaults } from '#contract/orders/order.ts';
import { vendorNfeFaults } from '#contract/supply/vendor-invoice.ts';
import type { Failure } from '../api.ts';
import { reasonOf } from '../failure-text.ts';
import { useTranslation } from '../i18n.ts';

/** An NF-e as it is handed over: the XML, or a ZIP that has it. */
export const nfeTypes = 'application/xml,text/xml,.xml,application/zip,.zip';

/** Why an XML is no NF-e, or no purchase, to be shown beside the button that sends it. */
export function useNfeRefusal() {
  const { t } = useTranslation(['orders', 'supply']);
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    text: failure && sentenceOf(failure, t),
    clear: () => setFailure(null),
    onFailure: (refused: Failure) => {
      // Errors of fields are those of the request that is made of the file.
      if (refused.fieldErrors !== undefined) return false;
      setFailure(refused);
      return true;
    },
  };
}

type Translate = ReturnType<typeof useTranslation<['orders', 'supply']>>['t'];

function sentenceOf(failure: Failure, t: Translate): string {
  const { facts } = failure.problem;
  const fault = nfeFaults.find((one) => one === facts?.reason);
  if (fault) return t(`orders:nfeFaults.${fault}`);
  const refused = vendorNfeFaults.find((one) => one === facts?.reason);
  if (!refused) return reasonOf(failure);
  const difference = formatMoney(Number(facts?.differenceCentavos ?? 0));
  return t(`supply:vendorNfeFaults.${refused}`, { difference });
}
