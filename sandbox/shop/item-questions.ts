import type { Item, Question } from '../mercado-livre/market.ts';
import type { QuestionRefusal } from '../mercado-livre/questions.ts';
import { MAX_QUESTION, shownQuestions } from '../mercado-livre/questions.ts';
import type { Html } from '../pages/html.ts';
import { html, whenPt } from '../pages/html.ts';
import type { World } from '../world.ts';

export const questionProblems: Record<QuestionRefusal, string> = {
  'not-for-sale': 'Este anúncio não recebe perguntas agora.',
  empty: 'Escreva a sua pergunta.',
  'too-long': `A pergunta passa de ${MAX_QUESTION} caracteres.`,
};

const questionItem = (question: Question): Html => html`<li><p class="description">${question.text}</p>
<p class="quiet">${whenPt(question.date_created)}</p>
${
  question.answer === null || question.answer.status !== 'ACTIVE'
    ? null
    : html`<p class="description good">↳ ${question.answer.text}</p><p class="quiet">${whenPt(question.answer.date_created)}</p>`
}</li>`;

/** Questions of visitors with their answers, and the form to ask. */
export const itemQuestions = (world: World, item: Item): Html => {
  const questions = shownQuestions(world, item);
  return html`<section class="card" id="perguntas"><h2>Perguntas e respostas</h2>
${
  item.status === 'active'
    ? html`<form class="fields" method="post" action="/shop/questions"><input type="hidden" name="itemId" value="${item.id}">
<label class="grow">Pergunte ao vendedor <textarea name="text" rows="2" maxlength="${MAX_QUESTION}" required></textarea></label>
<button class="primary">Perguntar</button></form>`
    : null
}
<div data-live>${questions.length === 0 ? html`<p class="quiet">Ninguém perguntou nada ainda.</p>` : html`<ul class="questions">${questions.map(questionItem)}</ul>`}</div>
</section>`;
};
