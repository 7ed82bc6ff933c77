import { useState } from 'react';
import { nfeFaults } from '#contract/orders/order.ts';
import { vendorNfeFaults } from '#contract/supply/vendor-invoice.ts';
import type { Failure } from '../api.ts';
import { reasonOf } from '../failure-text.ts';
import { useTranslation } from '../i18n.ts';
import { writeMoney } from '../quantity.ts';

/** A file with an NF-e: the XML, or a ZIP that contains it. */
export const nfeTypes = 'application/xml,text/xml,.xml,application/zip,.zip';

/** Why an XML is not an NF-e or not a purchase, shown beside the upload button. */
export function useNfeRefusal() {
  const { t } = useTranslation(['orders', 'supply']);
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    text: failure && sentenceOf(failure, t),
    clear: () => setFailure(null),
    onFailure: (refused: Failure) => {
      // Field errors refer to the request that is made from the file.
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
  const difference = writeMoney(Number(facts?.differenceCentavos ?? 0));
  return t(`supply:vendorNfeFaults.${refused}`, { difference });
}
