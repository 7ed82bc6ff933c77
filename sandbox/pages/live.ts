/** Runs in the browser: refreshes the parts marked `data-live` without touching the rest of the page. */
export const liveScript = `
const everyMs = 3000;
const refresh = async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const parts = [...document.querySelectorAll('[data-live]')];
  const news = [...fresh.querySelectorAll('[data-live]')];
  parts.forEach((part, index) => {
    const next = news[index];
    if (next && next.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.innerHTML = next.innerHTML;
  });
};
setInterval(() => refresh().catch(() => undefined), everyMs);
`;
