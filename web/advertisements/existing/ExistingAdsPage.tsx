import { Alert, Box, Progress, Stack, Stepper, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { AccountStep } from './AccountStep.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { ComposeStep } from './ComposeStep.tsx';
import { type DraftVariation, draftOf, type FoundAd } from './existing-ad.ts';
import { PriceStep } from './PriceStep.tsx';

const steps = ['account', 'ad', 'composition', 'price'] as const;

/** Links existing ads in steps: account, ad, composition, price, and what will change at the marketplace. */
export default function ExistingAdsPage() {
  const { t } = useTranslation('advertisements');
  const accounts = useApi(api.publicationsLink.accounts, {});
  const trail = [{ label: t('list.title'), to: paths.advertisements.list() }];
  if (!accounts.data)
    return (
      <UnreadPage
        title={t('existing.title')}
        trail={trail}
        failed={actMessage('failures', 'publicationsLink.accounts')}
        result={accounts}
      />
    );
  return (
    <Page title={t('existing.title')} hint={t('existing.hint')} trail={trail}>
      <Wizard accounts={accounts.data.items} />
    </Page>
  );
}

type Accounts = Parameters<typeof AccountStep>[0]['accounts'];
type Chosen = { ad: FoundAd; variations: DraftVariation[]; priced: boolean };

function Wizard({ accounts }: { accounts: Accounts }) {
  const { t } = useTranslation('advertisements');
  const go = useGo();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const account = accounts.find(({ id }) => id === Number(search.account));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const find = useAct(api.publications.findLink, { success: false });
  const [choices, setChoices] = useState<Awaited<ReturnType<typeof find.run>> | null>(null);
  const step = !account ? 0 : !chosen ? 1 : chosen.priced ? 3 : 2;
  const back = () => {
    if (chosen?.priced) setChosen({ ...chosen, priced: false });
    else if (chosen) setChosen(null);
    else go(paths.advertisements.addExisting());
  };
  const open = async (link: string) => {
    if (!account) return;
    const done = await find.run({ body: { account: account.id, link } });
    setChoices(done);
    if (done.ok && done.response.found)
      setChosen({
        ad: done.response.found,
        variations: done.response.found.variations.map(draftOf),
        priced: false,
      });
  };
  // Opened from a sale of an ad that is not linked; the ad is looked up at once.
  const wanted = search.item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each ad that an address names
  useEffect(() => {
    if (account && wanted) void open(wanted);
  }, [account?.id, wanted]);
  return (
    <Stack>
      <Steps
        at={step}
        goTo={(to) => to < step && (to === 0 ? go(paths.advertisements.addExisting()) : back())}
      />
      {search.sale && chosen && <Alert p="xs">{t('existing.fromSale')}</Alert>}
      {step === 0 && <AccountStep accounts={accounts} />}
      {step === 1 && account && (
        <ChooseStep
          account={account}
          opening={find.pending}
          wanted={wanted ?? ''}
          open={open}
          choices={choices?.ok ? choices.response.choices : []}
        />
      )}
      {step === 2 && chosen && (
        <ComposeStep
          ad={chosen.ad}
          variations={chosen.variations}
          change={(variations) => setChosen({ ...chosen, variations })}
          back={back}
          next={() => setChosen({ ...chosen, priced: true })}
        />
      )}
      {step === 3 && chosen && account && (
        <PriceStep
          account={account}
          ad={chosen.ad}
          variations={chosen.variations}
          change={(variations) => setChosen({ ...chosen, variations })}
          back={back}
          linked={(publication) => {
            if (search.sale) go(paths.orders.order(search.sale));
            else go(paths.advertisements.advertisement(publication.advertisement.id));
          }}
        />
      )}
    </Stack>
  );
}

function Steps({ at, goTo }: { at: number; goTo: (step: number) => void }) {
  const { t } = useTranslation('advertisements');
  return (
    <>
      <Stepper
        active={at}
        size="sm"
        visibleFrom="sm"
        aria-label={t('existing.steps')}
        allowNextStepsSelect={false}
        onStepClick={goTo}
      >
        {steps.map((step) => (
          <Stepper.Step key={step} label={t(`existing.step.${step}`)} />
        ))}
      </Stepper>
      <Box hiddenFrom="sm">
        <Text fw={650}>
          {t('existing.stepOf', {
            at: at + 1,
            all: steps.length,
            step: t(`existing.step.${steps[at] ?? 'price'}`),
          })}
        </Text>
        <Progress value={((at + 1) / steps.length) * 100} size="sm" aria-label={t('existing.steps')} />
      </Box>
    </>
  );
}
