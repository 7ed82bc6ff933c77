import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import { fillTemplate, openFields, type TemplateValues } from '#contract/marketplaces/answer-template.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { useApi } from '../queries.ts';

/** A text that is used by its number: a template with its fields filled in, or an earlier answer. */
export type ReadyAnswer = {
  key: string;
  /** Name of the template, or the question that was answered. */
  title: string;
  text: string;
  sameProduct: boolean;
  /** A field of the template has no value, so a person completes the text first. */
  isOpen: boolean;
};

/** As many as there are digits. */
const mostReady = 9;
/** Templates come first, so that each keeps its number from one question to the next. */
const mostTemplates = 5;

/** Texts within the marketplace's limit. */
export function useReadyAnswers(
  values: TemplateValues,
  given: ChatDetail['given'],
  longest: number,
): ReadyAnswer[] {
  const templates = useApi(api.answerTemplates.list, { query: { size: '100' } }).data?.items ?? [];
  const made = templates.slice(0, mostTemplates).map(({ id, name, text }): ReadyAnswer => {
    const filled = fillTemplate(text, values);
    return {
      key: `template ${id}`,
      title: name,
      text: filled,
      sameProduct: false,
      isOpen: openFields(filled).length > 0,
    };
  });
  const written = given.map(
    ({ id, question, answer, sameProduct }): ReadyAnswer => ({
      key: `given ${id}`,
      title: question,
      text: answer,
      sameProduct,
      isOpen: false,
    }),
  );
  return [...made, ...written].filter(({ text }) => text.length <= longest).slice(0, mostReady);
}

/** Alt and the number of a ready answer use it; with Shift it is sent at once. */
export function useReadyKeys(
  ready: readonly ReadyAnswer[],
  take: (answer: ReadyAnswer) => void,
  send: (answer: ReadyAnswer) => void,
): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (!event.altKey || event.ctrlKey || event.metaKey || digit === undefined) return;
      const answer = ready[Number(digit) - 1];
      if (!answer) return;
      event.preventDefault();
      if (event.shiftKey && !answer.isOpen) send(answer);
      else take(answer);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [ready, take, send]);
}
