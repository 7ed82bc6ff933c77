// A scanner does not wait for the application: what is typed while the page is blank is kept until that takes it over
// (ui/scan/early-codes.ts).
const keys = [];
const keep = (event) => keys.push(event);
window.addEventListener('keydown', keep, true);
window.takeEarlyKeys = () => {
  window.removeEventListener('keydown', keep, true);
  return keys;
};
