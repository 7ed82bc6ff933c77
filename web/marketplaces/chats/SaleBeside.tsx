import { Anchor, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { OrderBadge } from '../../orders/OrderBadge.tsx';
import { paths } from '../../paths.ts';
import { Thumbnail } from '../../products/Thumbnail.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Instant, Money, Quantity } from '../../ui/page/values.tsx';
import classes from '../questions/Questions.module.css';
import { ChatBadge } from './ChatList.tsx';

/** The sale beside its thread: buyer, goods, parcel and remaining stock. */
export function SaleBeside({ chat }: { chat: ChatDetail }) {
  const { t } = useTranslation('marketplaces');
  const { sale, publication } = chat;
  const cart = chat.claim && chat.claim.sales.length > 1 ? chat.claim.sales : null;
  return (
    <header className={classes.subject}>
      <Thumbnail image={publication?.image ?? null} size={48} />
      <div className={classes.rowText}>
        <span className={classes.rowFoot}>
          <Title order={2}>
            {sale ? t('chats.ofSale', { number: sale.id }) : (publication?.name ?? t('chats.manual'))}
          </Title>
          {sale && <OrderBadge order={{ status: sale.status, late: false }} />}
          {sale && !cart && (
            <Anchor component={Link} to={paths.orders.order(sale.id)}>
              {t('chats.openSale')}
            </Anchor>
          )}
        </span>
        {sale && (
          <>
            <ul className={classes.lines}>
              {sale.lines.map((line) => (
                <li key={`${line.sku} ${line.title}`}>
                  <span>
                    <Quantity value={line.quantity} /> × {line.title}
                  </span>
                  <span className={classes.quiet}>
                    {line.sku}
                    {line.variation !== null && line.stock !== null && (
                      <>
                        {line.sku && ' · '}
                        <WhyQuantity of={{ published: line.variation }} value={line.stock} name={line.title}>
                          {t('chats.inStock', { count: line.stock })}
                        </WhyQuantity>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
            <span className={`${classes.rowFoot} ${classes.quiet}`}>
              <span>
                {t('chats.buyer')}: {sale.buyer}
              </span>
              <span>
                {t('chats.total')}: <Money value={sale.totalCentavos} />
              </span>
              <span>
                {t('chats.opened')}: <Instant value={sale.purchasedAt} />
              </span>
            </span>
          </>
        )}
        {cart && (
          <span className={classes.rowFoot}>
            <Text span>{t('chats.ofCart')}</Text>
            {cart.map(({ id }) => (
              <Anchor key={id} component={Link} to={paths.orders.order(id)}>
                {t('chats.ofSale', { number: id })}
              </Anchor>
            ))}
          </span>
        )}
        {publication && (
          <span className={classes.rowFoot}>
            <Anchor component={Link} to={paths.advertisements.advertisement(publication.advertisement)}>
              {t('questions.openPublication')}
            </Anchor>
            {/^https?:/.test(publication.link) && (
              <Anchor href={publication.link} target="_blank" rel="noreferrer">
                {t('questions.openListing')} <IconExternalLink size={14} aria-hidden />
              </Anchor>
            )}
          </span>
        )}
        {chat.others.length > 0 && (
          <section aria-label={t('chats.others')}>
            <Title order={3}>{t('chats.others')}</Title>
            {chat.others.map((other) => (
              <span key={other.id} className={classes.rowFoot}>
                <Anchor component={Link} to={paths.chats.chat(other.id, { tab: 'all' })}>
                  {t(`chats.kinds.${other.kind}`)}
                </Anchor>
                <ChatBadge row={{ state: other.state, sending: null }} />
              </span>
            ))}
          </section>
        )}
      </div>
    </header>
  );
}
