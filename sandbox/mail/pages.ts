import type { FastifyInstance } from 'fastify';
import { html, whenPt } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import { fieldsOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { MailMessage } from './box.ts';
import { listMessages } from './box.ts';

const row = (message: MailMessage) => html`<li><a href="/mail/${message.id}">
<span class="who">${message.to.join(', ')}</span>
<strong>${message.subject || '(sem assunto)'}</strong>
<time datetime="${message.receivedAt}">${whenPt(message.receivedAt)}</time>
</a></li>`;

const filter = (to: string | null) => html`<form class="filter" method="get" action="/mail">
<label>Destinatário <input type="email" name="to" value="${to ?? ''}" placeholder="todos"></label>
<button>Filtrar</button></form>`;

const found = (world: World, params: unknown): MailMessage | null => {
  const id = Number(textOf(fieldsOf(params).id));
  return world.mail.messages.find((message) => message.id === id) ?? null;
};

const messagePage = (message: MailMessage) => html`<p><a href="/mail">← Caixa de entrada</a></p>
<article class="card">
<h1>${message.subject || '(sem assunto)'}</h1>
<dl class="facts">
<div><dt>De</dt><dd>${message.from}</dd></div>
<div><dt>Para</dt><dd>${message.to.join(', ')}</dd></div>
<div><dt>Recebida</dt><dd>${whenPt(message.receivedAt)}</dd></div>
</dl>
${message.attachments.map((attachment) => html`<p>Anexo: ${attachment.name} (${attachment.bytes} bytes)</p>`)}
${
  message.html === null
    ? html`<pre class="mail-text">${message.text}</pre>`
    : html`<iframe class="mail-body" title="Mensagem" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/mail/${message.id}/html"></iframe>
<details><summary>Versão em texto</summary><pre class="mail-text">${message.text}</pre></details>`
}
</article>`;

export const mountMail = (app: FastifyInstance, world: World): void => {
  app.get('/mail', (request, reply) => {
    const to = textOf(fieldsOf(request.query).to) || null;
    const messages = listMessages(world.mail, to);
    const list =
      messages.length === 0
        ? html`<p class="empty">Nenhuma mensagem${to === null ? '' : ` para ${to}`}. Esta página se atualiza sozinha.</p>`
        : html`<ul class="mails">${messages.map(row)}</ul>`;
    return sendPage(reply, {
      title: 'Correio',
      place: 'mail',
      live: true,
      body: html`<h1>Caixa de entrada</h1>${filter(to)}<div data-live>${list}</div>`,
    });
  });
  app.get('/mail/messages', (request) => ({
    messages: listMessages(world.mail, textOf(fieldsOf(request.query).to) || null),
  }));
  app.delete('/mail/messages', () => {
    world.mail.messages.length = 0;
    world.mailChanged();
    return { messages: [] };
  });
  app.get('/mail/:id', (request, reply) => {
    const message = found(world, request.params);
    const body =
      message === null ? html`<p class="empty">Mensagem não encontrada.</p>` : messagePage(message);
    return sendPage(reply, {
      title: message?.subject ?? 'Correio',
      place: 'mail',
      body,
      status: message === null ? 404 : 200,
    });
  });
  app.get('/mail/:id/html', (request, reply) => {
    const message = found(world, request.params);
    return reply
      .status(message?.html == null ? 404 : 200)
      .header('content-security-policy', "default-src 'none'; img-src * data:; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(`<base target="_top">${message?.html ?? ''}`);
  });
};
