import { Anchor, Text, Title } from '@mantine/core';
import type { QuestionDetail } from '#contract/marketplaces/question.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Instant } from '../../ui/page/values.tsx';
import classes from './Questions.module.css';

/** Former questions of the same buyer, with their answers. */
export function FormerQuestions({ former }: Pick<QuestionDetail, 'former'>) {
  const { t } = useTranslation('marketplaces');
  return (
    <section aria-label={t('questions.former')}>
      <Title order={3}>{t('questions.former')}</Title>
      {former.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('questions.formerNone')}
        </Text>
      )}
      <ul className={classes.former}>
        {former.map((one) => (
          <li key={one.id}>
            <Anchor component={Link} to={paths.presales.question(one.id, { tab: 'all' })}>
              {one.text || t('questions.emptied')}
            </Anchor>
            {one.answer && <p>↳ {one.answer}</p>}
            <span className={classes.quiet}>
              {one.publication && `${one.publication} · `}
              <Instant value={one.askedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
