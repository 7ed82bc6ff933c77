import { useCallback } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { keepDraft, showQuestion } from './AnswerForm.tsx';

/** Takes an answer back that is not on its way yet; its text is in the form of the question again. */
export function useTakeBack() {
  const { run } = useAct(api.presales.takeBack, { onSuccess: showQuestion });
  return useCallback(
    (id: number, text: string) => {
      keepDraft(id, text);
      return run({ params: { id } });
    },
    [run],
  );
}
