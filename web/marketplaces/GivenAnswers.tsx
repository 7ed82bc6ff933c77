import { Title, UnstyledButton } from '@mantine/core';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { useTranslation } from '../i18n.ts';
import classes from './questions/Questions.module.css';

/** Answers to similar texts; a click copies one. */
export function GivenAnswers({
  given,
  onTake,
}: Pick<ChatDetail, 'given'> & { onTake: (text: string) => void }) {
  const { t } = useTranslation('marketplaces');
  if (given.length === 0) return null;
  return (
    <section aria-label={t('questions.given')}>
      <Title order={3}>{t('questions.given')}</Title>
      <ul className={classes.former}>
        {given.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className={classes.given}
              title={t('questions.givenUse')}
              onClick={() => onTake(one.answer)}
            >
              <span className={classes.givenText}>
                <span className={classes.quiet}>
                  {one.question}
                  {one.sameProduct && ` · ${t('questions.givenSame')}`}
                </span>
                <span>{one.answer}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
