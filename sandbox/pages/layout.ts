import type { FastifyReply } from 'fastify';
import type { Html } from './html.ts';
import { html } from './html.ts';

type PageOptions = {
  title: string;
  body: Html;
  /** Which of the stand-ins this page belongs to. */
  place: 'shop' | 'mail' | 'control' | 'consent';
  aside?: Html;
  /** Parts marked `data-live` follow what happens. */
  live?: boolean;
  status?: number;
};

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src * data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const places = [
  { place: 'shop', href: '/shop', name: 'Loja' },
  { place: 'mail', href: '/mail', name: 'Correio' },
  { place: 'control', href: '/control', name: 'Controle' },
] as const;

const menu = (current: PageOptions['place']) =>
  html`<nav aria-label="Partes">${places.map(
    ({ place, href, name }) =>
      html`<a href="${href}"${place === current ? { markup: ' aria-current="page"' } : null}>${name}</a>`,
  )}</nav>`;

export const sendPage = (reply: FastifyReply, options: PageOptions): FastifyReply => {
  const page = html`<!doctype html>
<html lang="pt-BR" class="${options.place}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${options.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${options.live === true ? html`<script src="/sandbox.js" defer></script>` : null}
</head>
<body>
<a class="skip" href="#conteudo">Ir para o conteúdo</a>
<header class="top">
<a class="brand" href="/shop"><span class="mark" aria-hidden="true">◆</span> Mercado de Testes</a>
${options.place === 'consent' ? null : menu(options.place)}
${options.aside ?? null}
</header>
<main id="conteudo">${options.body}</main>
<footer class="foot">Ambiente simulado: nada aqui é vendido nem cobrado de verdade.</footer>
</body>
</html>`;
  return reply
    .status(options.status ?? 200)
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.markup);
};
