import { Anchor, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChatAction, ChatDetail, LineUnits } from '#contract/marketplaces/chat.ts';
import { i18n, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Facts } from '../../ui/page/Facts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { nothing } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import classes from '../questions/Questions.module.css';
import { ClaimProof } from './ClaimProof.tsx';
import { DecideDialog, type Decided } from './DecideDialog.tsx';
import { DueTime } from './DueTime.tsx';

type ClaimPanelProps = { chat: ChatDetail; claim: NonNullable<ChatDetail['claim']> };

/** Possible acts on a claim by the marketplace's own list, and the returned parcel. */
export function ClaimPanel({ chat, claim }: ClaimPanelProps) {
  const { t } = useTranslation('marketplaces');
  const [deciding, setDeciding] = useState<Decided | null>(null);
  const isOver = chat.state === 'closed';
  const isBusy = chat.messages.some(
    ({ act, sending }) => sending === 'sending' && act !== null && !act.startsWith('message_'),
  );
  const doable = claim.actions.filter((action): action is Decided => action.act !== null);
  const elsewhere = claim.actions.filter(({ act }) => act === null);
  return (
    <>
      <ClaimProof chat={chat} />
      {claim.return && <ReturnFacts chat={chat} back={claim.return} />}
      {!isOver && (
        <section aria-label={t('chats.whatToDo')} className={classes.answer}>
          <Title order={3}>{t('chats.whatToDo')}</Title>
          {claim.actions.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('chats.nothingToDo')}
            </Text>
          )}
          <Deadlines actions={doable} known={chat.dueAt} />
          <Actions
            items={doable.map((action) => ({
              key: action.act,
              label: t(`chats.acts.${action.act}`),
              permission: 'postsales.answer',
              tone: action.mandatory ? 'primary' : 'normal',
              refused: isBusy && t('chats.onItsWay'),
              run: () => setDeciding(action),
            }))}
          />
          {elsewhere.map((action) => (
            <Elsewhere key={action.name} action={action} />
          ))}
        </section>
      )}
      {deciding && <DecideDialog chat={chat} action={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

/** Acts on the marketplace's own pages, in our words if we have them, with a link. */
function Elsewhere({ action: { name, page, mandatory, dueAt } }: { action: ChatAction }) {
  const { t } = useTranslation('marketplaces');
  const key = `marketplaces:chats.theirActs.${name}`;
  const what = i18n.exists(key) ? i18n.t(key as 'marketplaces:chats.theirActs.recontact') : name;
  return (
    <span className={classes.rowFoot}>
      <Text size="sm" c="dimmed">
        {t('chats.onTheirPages', { name: what })}
      </Text>
      {mandatory && <span className={classes.quiet}>{t('chats.mandatory')}</span>}
      {dueAt && <DueTime at={dueAt} given />}
      {page && (
        <Anchor href={page} target="_blank" rel="noreferrer">
          {t('chats.openTheirs')} <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
    </span>
  );
}

/** Required acts, and deadlines other than the thread's, which is shown above. */
function Deadlines({ actions, known }: { actions: readonly ChatAction[]; known: string | null }) {
  const { t } = useTranslation('marketplaces');
  return actions
    .filter(({ dueAt, mandatory }) => mandatory || (dueAt !== null && dueAt !== known))
    .map((action) => (
      <span key={action.name} className={classes.rowFoot}>
        {action.act && t(`chats.acts.${action.act}`)}
        {action.mandatory && <span className={classes.quiet}>{t('chats.mandatory')}</span>}
        {action.dueAt && action.dueAt !== known && <DueTime at={action.dueAt} given />}
      </span>
    ));
}

type Back = NonNullable<NonNullable<ChatDetail['claim']>['return']>;

const unitsIn = (units: readonly LineUnits[]) => units.reduce((sum, { quantity }) => sum + quantity, 0);

/** The returned parcel and its state in stock. */
function ReturnFacts({ chat: { sale, claim }, back }: { chat: ChatDetail; back: Back }) {
  const { t } = useTranslation('marketplaces');
  const { can } = useSession();
  const stock = sale?.returnedAt
    ? t('chats.stockReturned')
    : sale?.returnExpected
      ? t('chats.stockExpected')
      : null;
  return (
    <section aria-label={t('chats.return')} className={classes.answer}>
      <Title order={3}>{t('chats.return')}</Title>
      <Facts
        facts={[
          [t('chats.state'), t(`chats.returnSteps.${back.step}`)],
          [t('chats.return'), t(`chats.returnTo.${back.toSeller ? 'seller' : 'marketplace'}`)],
          [t('chats.comesBackUnits'), claim?.units ? unitsIn(claim.units) : t('chats.comesBackAll')],
          [t('chats.returnTracking'), back.trackingCode || nothing],
        ]}
      />
      {stock && <Text size="sm">{stock}</Text>}
      <span className={classes.rowFoot}>
        {sale && stock && can('returns.read') && (
          <Anchor component={Link} to={paths.orders.return(sale.id)}>
            {t('chats.openReturn')}
          </Anchor>
        )}
        {sale?.returnedAt && can('dropinvoices.read') && (
          <Anchor component={Link} to={paths.dropshipping.sellerInvoices()}>
            {t('chats.openInvoices')}
          </Anchor>
        )}
      </span>
    </section>
  );
}
