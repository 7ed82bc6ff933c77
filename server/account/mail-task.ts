import { z } from 'zod';
import { fill, type Locale, locales, type Messages, messages } from '#contract/messages/index.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import type { Letter } from '#server/outside/mail.ts';

type Mails = Messages['mails'];
type MailArea = Exclude<keyof Mails, 'footer'>;
/** `<area>.<name>` in the messages of `mails`. */
type MailTemplate = { [Area in MailArea]: `${Area}.${keyof Mails[Area] & string}` }[MailArea];

/** `{{link}}` among the values becomes the button. Paragraphs of `text` are parted by an empty line. */
const mailText = z.object({
  subject: z.string(),
  title: z.string(),
  text: z.string(),
  action: z.string().optional(),
  note: z.string().optional(),
});
const mailsOfArea = z.record(z.string(), mailText);
type MailText = z.output<typeof mailText>;

export type OutgoingMail = {
  to: string;
  locale: Locale;
  template: MailTemplate;
  values: Record<string, string>;
};

/** Sends after the transaction. Not for links that carry a token: a queue would keep it readable. */
export function sendMail(tx: Tx, mail: OutgoingMail): void {
  tx.enqueue({ task: 'mail.send', payload: mail });
}

const payloadSchema = z.object({
  to: z.string(),
  locale: z.enum(locales),
  template: z.string(),
  values: z.record(z.string(), z.string()),
});

export const sendMailTask: Task = async ({ outside }, payload) => {
  const { to, locale, template, values } = payloadSchema.parse(payload);
  await outside.mail.send(writeLetter({ to, locale, template: template as MailTemplate, values }));
};

function findText(locale: Locale, template: MailTemplate): MailText {
  const [area = '', name = ''] = template.split('.');
  const areas: Record<string, object | string> = messages[locale].mails;
  const text = mailsOfArea.parse(areas[area])[name];
  if (!text) throw new Error(`no mail template ${template}`);
  return text;
}

export function writeLetter(mail: OutgoingMail): Letter {
  const text = findText(mail.locale, mail.template);
  const clean = Object.fromEntries(
    Object.entries(mail.values).map(([key, value]) => [key, value.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim()]),
  );
  const filled = {
    title: fill(text.title, clean),
    paragraphs: fill(text.text, clean).split('\n\n'),
    note: text.note ? fill(text.note, clean) : '',
  };
  const link = clean.link && text.action ? { href: clean.link, label: text.action } : null;
  const footer = messages[mail.locale].mails.footer;
  return {
    to: mail.to,
    subject: fill(text.subject, clean),
    text: [
      filled.title,
      ...filled.paragraphs,
      ...(link ? [`${link.label}:\n${link.href}`] : []),
      ...(filled.note ? [filled.note] : []),
      `--\n${footer}`,
    ].join('\n\n'),
    html: page(mail.locale, filled, link, footer),
  };
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Mail programs only support inline styles; there are no tables, so that screen readers read plain paragraphs. */
function page(
  locale: Locale,
  { title, paragraphs, note }: { title: string; paragraphs: string[]; note: string },
  link: { href: string; label: string } | null,
  footer: string,
): string {
  // An amount is not parted from its sign.
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('R$ ', 'R$&nbsp;')}</p>`;
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6a74;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#4b5563;word-break:break-all">${escapeHtml(link.href)}</p>`
    : '';
  return `<!doctype html>
<html lang="${locale === 'pt' ? 'pt-BR' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;color:#111827;font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;font-size:16px;line-height:1.5">
<main style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-weight:700;color:#0b6a74">Easy</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${button}
${note ? `<p style="margin:24px 0 0;font-size:13px;color:#4b5563">${escapeHtml(note)}</p>` : ''}
</main>
<p style="max-width:520px;margin:16px auto 0;font-size:12px;color:#4b5563">${escapeHtml(footer)}</p>
</body>
</html>`;
}
