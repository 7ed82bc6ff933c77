import { Button, Title, UnstyledButton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from '../i18n.ts';
import classes from './questions/Questions.module.css';
import type { ReadyAnswer } from './ready-answers.ts';

type ReadyAnswersProps = {
  ready: readonly ReadyAnswer[];
  onTake: (answer: ReadyAnswer) => void;
  onSend: (answer: ReadyAnswer) => void;
  sending: boolean;
};

/** Templates and earlier answers by their numbers: a press copies one into the field, another sends it at once. */
export function ReadyAnswers({ ready, onTake, onSend, sending }: ReadyAnswersProps) {
  const { t } = useTranslation('marketplaces');
  if (ready.length === 0) return null;
  return (
    <section aria-label={t('questions.ready')}>
      <Title order={3}>{t('questions.ready')}</Title>
      <p className={`${classes.quiet} ${classes.keys}`}>{t('questions.readyHint')}</p>
      <ol className={classes.ready}>
        {ready.map((answer, index) => (
          <li key={answer.key}>
            <UnstyledButton
              className={classes.given}
              title={t('questions.givenUse')}
              aria-keyshortcuts={`Alt+${index + 1}`}
              onClick={() => onTake(answer)}
            >
              <kbd className={classes.number}>{index + 1}</kbd>
              <span className={classes.givenText}>
                <span className={classes.quiet}>
                  {answer.title}
                  {answer.sameProduct && ` · ${t('questions.givenSame')}`}
                </span>
                <span className={classes.excerpt}>{answer.text}</span>
              </span>
            </UnstyledButton>
            {!answer.isOpen && (
              <Button
                size="xs"
                variant="default"
                className={classes.sendReady}
                leftSection={<IconSend size={14} aria-hidden />}
                disabled={sending}
                aria-label={t('questions.readySend', { title: answer.title })}
                title={t('questions.readySendHint', { number: index + 1 })}
                aria-keyshortcuts={`Alt+Shift+${index + 1}`}
                onClick={() => onSend(answer)}
              >
                {t('questions.readySendShort')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
